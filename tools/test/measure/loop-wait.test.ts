import { expect, it } from 'vitest';
import { loopWait } from '../../src/measure/loop-delay.js';

it('is zero for a loop that answers every timer in time', () => {
  expect(loopWait([1, 1, 1, 1], 1, 0.99)).toBe(0);
  expect(loopWait([], 1, 0.99)).toBe(0);
});

it('finds the wait of which the given share of all moments is spared', () => {
  // 100 ms blocked of 1,000: a random moment waits longer than w with probability (100 − w) / 1,000
  const gaps = [101, ...Array.from({ length: 899 }, () => 1)];
  expect(loopWait(gaps, 1, 0.99)).toBeCloseTo(90, 9);
  expect(loopWait(gaps, 1, 0.95)).toBeCloseTo(50, 9);
  expect(loopWait(gaps, 1, 0.85)).toBe(0);
});

it('adds up several long gaps', () => {
  // two of 40 ms in 160: (40 − w) · 2 / 160 = 0.25 at w = 20
  expect(loopWait([40, 40, 40, 40], 0, 0.5)).toBeCloseTo(20, 9);
  expect(loopWait([40, 10, 40, 10], 0, 0.5)).toBeCloseTo(15, 9);
});

it('does not let many short gaps outvote the half of the time that one long gap took', () => {
  const gaps = [1001, ...Array.from({ length: 1000 }, () => 1)];
  const sorted = gaps.toSorted((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBe(1);
  expect(loopWait(gaps, 1, 0.99)).toBeCloseTo(979.99, 1);
});
