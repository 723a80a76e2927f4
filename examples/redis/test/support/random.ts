import { seedOf } from '@offloop/tools';

/** Random integers from 0 below a limit, repeatable by the seed that is printed. */
export function randomOf(test: string): (limit: number) => number {
  let state = seedOf(test);
  return (limit) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
