import { describe, expect, it } from 'vitest';
import { commonRate } from '../../src/demo/demo.js';

describe('the common rate', () => {
  it('loads the slower of sync and official well, whatever the time-sliced can', () => {
    expect(commonRate('quote', { sync: 400, official: 300, 'timeslice-setImmediate': 50 })).toBe(255);
  });

  it('is one that all can keep up with, where there is nobody to compare with', () => {
    expect(commonRate('quote', { workers: 100, 'workers-get': 200 })).toBe(60);
    expect(commonRate('fib', { sync: 2_000, 'fib-setTimeout': 10 })).toBe(6);
  });

  it('is at least one, even if nobody answered', () => {
    expect(commonRate('quote', { sync: 0 })).toBe(1);
  });
});
