import { expect, test } from 'vitest';

import { createRandom } from '../src/random/random.js';

const drawn = (seed: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: 100 }, () => random.below(1000));
};

test('a seed gives the same numbers again, and its neighbour others', () => {
  expect(drawn(42)).toEqual(drawn(42));
  expect(drawn(42).filter((number, i) => number === drawn(43)[i]).length).toBeLessThan(10);
});

test('the first numbers of neighbouring seeds are as unlike as any others', () => {
  const pairs = new Map<string, number>();
  const firsts = Array.from({ length: 9001 }, (_, seed) => createRandom(seed).below(3));
  for (let i = 0; i < 9000; i++) {
    const pair = `${firsts[i]}, ${firsts[i + 1]}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  expect(pairs.size).toBe(9);
  for (const count of pairs.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('no integer lies below a limit of 0', () => {
  expect(() => createRandom(1).below(0)).toThrow(/^limit must be at least 1, got 0$/);
  expect(() => createRandom(1).pick([])).toThrow(RangeError);
});
