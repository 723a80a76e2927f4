import { expect, it } from 'vitest';
import { quantile, summarize } from '../../src/stats/summary.js';

it('takes quantiles as R does by default', () => {
  const sorted = [1, 2, 4, 8];
  expect(quantile(sorted, 0)).toBe(1);
  expect(quantile(sorted, 0.25)).toBe(1.75);
  expect(quantile(sorted, 0.5)).toBe(3);
  expect(quantile(sorted, 1)).toBe(8);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});

it('summarizes the runs that have the figure, in numeric order, and leaves its argument alone', () => {
  const values = [100, 9, null, 20];
  expect(summarize(values)).toEqual({ runs: 3, median: 20, low: 14.5, high: 60 });
  expect(values).toEqual([100, 9, null, 20]);
  expect(summarize([null, null])).toBeNull();
});
