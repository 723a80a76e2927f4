import { describe, expect, it } from 'vitest';
import { dueAt, evenArrivals } from '../../src/measure/open-loop.js';

describe('calls by the clock', () => {
  it('arrive evenly', () => {
    expect([0, 1, 5].map(evenArrivals(5000))).toEqual([0, 0.2, 1]);
  });

  const tick = { armedAt: 10.2, askedFor: 11.2 };

  it('are due at the end of the step that the timer was asked for', () => {
    expect([10.3, 10.9, 11.2].map((at) => dueAt(at, { ...tick, ranAt: 11.3 }))).toEqual([11.2, 11.2, 11.2]);
  });

  it('are due when they arrived where the loop stood still, and never later than they were made', () => {
    expect([10.5, 12, 30].map((at) => dueAt(at, { ...tick, ranAt: 31 }))).toEqual([11.2, 12, 30]);
    expect(dueAt(10.5, { ...tick, ranAt: 11 })).toBe(11);
  });

  it('are due when they arrived if they wait since before the timer was armed', () => {
    expect(dueAt(3, { ...tick, ranAt: 11.3 })).toBe(3);
  });
});
