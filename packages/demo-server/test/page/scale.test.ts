import { describe, expect, test } from 'vitest';

import { linearScale, logScale } from '../../src/page/scale.js';

describe('a linear scale', () => {
  test.each([
    [0, [0, 0.5, 1]],
    [7, [0, 2, 4, 6, 8]],
    [1_035, [0, 500, 1_000, 1_500]],
    [0.2, [0, 0.05, 0.1, 0.15, 0.2]],
  ])('to %d has the ticks %j', (most, ticks) => {
    expect(linearScale(most).ticks).toEqual(ticks);
  });

  test('puts its ends at the ends and what is outside at the edge', () => {
    const { place } = linearScale(8);
    expect([0, 4, 8, 99, -1].map(place)).toEqual([0, 0.5, 1, 1, 0]);
  });
});

describe('a logarithmic scale', () => {
  test('goes by powers of ten and always has two', () => {
    expect(logScale(0.1, 300).ticks).toEqual([0.1, 1, 10, 100, 1_000]);
    expect(logScale(0.1, 0).ticks).toEqual([0.1, 1]);
  });

  test('gives each power of ten the same height, and nothing the bottom', () => {
    const { place } = logScale(0.1, 10);
    expect([0.1, 1, 10, 0, 1_000].map(place)).toEqual([0, 0.5, 1, 0, 1]);
  });
});
