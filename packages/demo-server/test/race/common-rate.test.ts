import { describe, expect, test } from 'vitest';

import type { Outcome } from '../../src/figures/outcome.js';
import { commonRate, keptUp } from '../../src/race/common-rate.js';
import { outcome } from '../support/figures.js';

const rounds = (...rates: readonly number[]): Outcome[] =>
  rates.map((requestsPerSecond) => outcome({ requestsPerSecond }));

describe('the common rate', () => {
  test('loads the slower of sync and official well, whatever the time-sliced can', () => {
    const closed = {
      sync: rounds(400, 100, 420),
      official: rounds(300, 310, 290),
      'timeslice-setImmediate': rounds(50, 50, 50),
    };
    expect(commonRate('quote', closed)).toBe(255);
  });

  test('is one that all can keep up with, where there is nobody to compare with', () => {
    expect(commonRate('quote', { workers: rounds(100), 'workers-get': rounds(200) })).toBe(60);
    expect(commonRate('fib', { sync: rounds(2_000), 'fib-setTimeout': rounds(10) })).toBe(6);
  });

  test('is kept up with by who answers all but the few that arrivals at random may leave out', () => {
    expect(keptUp(100, rounds(95, 96, 90))).toBe(true);
    expect(keptUp(100, rounds(94, 94, 100))).toBe(false);
  });

  test('is at least one, even if nobody answered', () => {
    expect(commonRate('quote', { sync: rounds(0) })).toBe(1);
  });
});
