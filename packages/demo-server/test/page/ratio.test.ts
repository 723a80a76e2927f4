import { expect, test } from 'vitest';

import { isApart, ratioOf } from '../../src/page/ratio.js';

test('a ratio is taken round by round: what both met in a round cancels out', () => {
  const ratio = ratioOf([2.2, 7.6, 4], [1, 4, 2]);
  expect(ratio?.value).toBeCloseTo(2, 1);
  expect(ratio?.from).toBeGreaterThan(1.5);
  expect(ratio?.to).toBeLessThan(2.6);
});

test('rounds that disagree leave it open, and more of them say more', () => {
  const few = ratioOf([1, 4], [2, 2]);
  const many = ratioOf(
    Array.from({ length: 40 }, (_, round) => (round % 2 === 0 ? 1 : 4)),
    Array<number>(40).fill(2),
  );
  expect(few !== undefined && isApart(few)).toBe(false);
  expect(many?.value).toBeCloseTo(1);
  expect(many?.from).toBeGreaterThan(0.75);
  expect(many?.to).toBeLessThan(1.35);
});

test('only an interval without 1 is a difference', () => {
  expect(isApart({ value: 1.2, from: 0.9, to: 1.6 })).toBe(false);
  expect(isApart({ value: 1.2, from: 1.1, to: 1.3 })).toBe(true);
  expect(isApart({ value: 0.5, from: 0.4, to: 0.625 })).toBe(true);
});

test('values that do not spread leave nothing open', () => {
  const ratio = ratioOf([6, 6], [3, 3]);
  expect([ratio?.from, ratio?.value, ratio?.to].map((each) => each?.toFixed(6))).toEqual(
    Array<string>(3).fill('2.000000'),
  );
});

test.each([
  [[1], [1, 2]],
  [[1, 2], []],
  [
    [1, 2],
    [0, 2],
  ],
  [
    [1, 0],
    [1, 2],
  ],
])('%j by %j says nothing', (values, base) => {
  expect(ratioOf(values, base)).toBeUndefined();
});
