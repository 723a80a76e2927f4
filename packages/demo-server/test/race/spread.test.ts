import { expect, test } from 'vitest';

import { ratios, spreadOf } from '../../src/race/spread.js';

test('a spread has the median and both ends', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4 });
});

test('a figure that a round lacks has no spread', () => {
  expect(spreadOf([1, undefined])).toBeUndefined();
  expect(spreadOf([])).toBeUndefined();
});

test('ratios are taken within a round; nothing against nothing is none', () => {
  expect(ratios([2, 4, 1, 0, undefined], [1, 8, 0, 0, 1])).toEqual([2, 0.5, Infinity, undefined, undefined]);
});
