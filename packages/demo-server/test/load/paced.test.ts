import { expect, test } from 'vitest';

import { pacedParts } from '../../src/load/paced.js';

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

test.each([
  [1, 8],
  [22, 50],
  [40, 8],
  [400, 100],
  [5_000, 100],
])('%i requests a second, with %i connections, are shared out to a hundredth', (rate, connections) => {
  const parts = pacedParts(rate, connections, 3);
  const ordered = sum(parts.map((part) => part.connections * (part.rate ?? NaN)));
  expect(Math.abs(ordered - rate) / rate).toBeLessThan(0.01);
  expect(sum(parts.map((part) => part.connections * part.each))).toBe(ordered * 3);
  expect(sum(parts.map((part) => part.connections))).toBeLessThanOrEqual(connections * 4);
});

test('a load at a given rate does not begin all at once, but from the first moment on, and in every run alike', () => {
  const starts = pacedParts(22, 50, 1).map(({ startMillis }) => startMillis);
  expect(Math.min(...starts)).toBe(0);
  expect(new Set(starts).size).toBe(20);
  expect(Math.max(...starts)).toBeLessThan(1_000);
  expect(pacedParts(22, 50, 1).map(({ startMillis }) => startMillis)).toEqual(starts);
});
