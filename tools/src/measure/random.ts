/** Seeded randomness for orders and contents: the same seed gives the same sequence everywhere. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, limit). */
  below(limit: number): number;
  /** An integer, both ends included. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** A shuffled copy (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** @param seed any integer; only its low 32 bits count */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // splitmix32: one word of state is enough, as nothing here needs more than a few million draws
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const shuffle = <T>(items: readonly T[]): T[] => {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [result[last], result[other]] = [result[other], result[last]];
    }
    return result;
  };
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (choices) => choices[below(choices.length)],
    shuffle,
  };
}
