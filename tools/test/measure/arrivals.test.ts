import { describe, expect, test } from 'vitest';

import { randomArrivals } from '../../src/measure/open-loop.js';

function take(count: number, rate: number): number[] {
  const arrivals = randomArrivals(rate);
  return Array.from({ length: count }, (_, call) => arrivals(call + 1) - arrivals(call));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('arrivals', () => {
  test.each([1, 43, 2_000])('come at %i a second, on average, and never back in time', (rate) => {
    const gaps = take(610, rate);
    expect((gaps.length * 1_000) / sum(gaps)).toBeCloseTo(rate, 6);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  });

  test('are as irregular as those of people who know nothing of one another', () => {
    const gaps = take(61, 1_000);
    const spread = Math.sqrt(sum(gaps.map((gap) => (gap - 1) ** 2)) / gaps.length);
    // An exponential distribution's standard deviation is its mean; an even pace would have none.
    expect(spread).toBeGreaterThan(0.7);
    expect(spread).toBeLessThan(1.3);
  });

  test('are the same in every run', () => {
    expect(take(200, 50)).toEqual(take(200, 50));
  });
});
