import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** A generator of random numbers with a seed: the same seed gives the same sequence on every machine. */
export interface Random {
  /** Returns a number in [0, 1). */
  readonly next: () => number;
  /** Returns true with this probability, 0 to 1. */
  readonly chance: (probability: number) => boolean;
  /** Returns an integer in [0, limit). `limit` is 1 or more. */
  readonly below: (limit: number) => number;
  /** Returns an integer from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  /** Returns a number in [least, most), where small ones are as likely as large ones of ten times the size. */
  readonly skewed: (least: number, most: number) => number;
  /** Returns one of the choices. */
  readonly pick: <T>(choices: readonly T[]) => T;
  /** Returns a shuffled copy (Fisher-Yates). */
  readonly shuffle: <T>(items: readonly T[]) => T[];
}

/** Makes a generator. @param seed any integer; only its low 32 bits count */
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
