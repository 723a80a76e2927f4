import { expect, test } from 'vitest';

import { ratioOf } from '../../src/page/ratio.js';

test('a ratio is that of the geometric means, and its interval holds it', () => {
  const ratio = ratioOf([2, 8, 4], [1, 4, 2]);
  expect(ratio?.value).toBeCloseTo(2);
  expect(ratio?.from).toBeLessThan(1);
  expect(ratio?.to).toBeGreaterThan(4);
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
    [1, 0],
    [1, 2],
  ],
])('%j by %j says nothing', (values, base) => {
  expect(ratioOf(values, base)).toBeUndefined();
});
