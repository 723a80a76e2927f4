import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** Seeded randomness for orders and contents: the same seed gives the same sequence everywhere. */
export interface Random {
  /** A number in [0, 1). */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  /** An integer in [0, limit); `limit` is 1 or more. */
  readonly below: (limit: number) => number;
  /** An integer, both ends included. */
  readonly between: (least: number, most: number) => number;
  /** A number in [least, most); small ones are as likely as large ones of ten times the size. */
  readonly skewed: (least: number, most: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  /** A shuffled copy (Fisher-Yates). */
  readonly shuffle: <T>(items: readonly T[]) => T[];
}

/** @param seed any integer; only its low 32 bits count */
export function createRandom(seed: number): Random {
  // With the library's faster generators, neighbouring seeds begin with related numbers.
  const generator = mersenne(seed);
  const next = (): number => uniformFloat64(generator);
  const below = (limit: number): number => {
    if (!(limit >= 1)) throw new RangeError(`limit must be at least 1, got ${limit}`);
    return uniformInt(generator, 0, limit - 1);
  };
  return {
    next,
    chance: (probability) => next() < probability,
    below,
    between: (least, most) => least + below(most - least + 1),
    skewed: (least, most) => least * (most / least) ** next(),
    pick: (choices) => choices[below(choices.length)],
    shuffle: <T>(items: readonly T[]): T[] => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [result[last], result[other]] = [result[other], result[last]];
      }
      return result;
    },
  };
}
