import { describe, expect, it } from 'vitest';
import { twoSidedP, twoSidedQuantile } from '../../src/stats/student.js';

describe("Student's t", () => {
  // the columns of the printed tables
  it.each([
    [0.95, 1, 12.7062],
    [0.95, 2, 4.3027],
    [0.95, 6, 2.4469],
    [0.95, 10, 2.2281],
    [0.95, 30, 2.0423],
    [0.95, 120, 1.9799],
    [0.99, 6, 3.7074],
    [0.999, 9, 4.7809],
  ])('has its %f quantile for %i degrees of freedom where the tables have it', (confidence, degrees, t) => {
    expect(twoSidedQuantile(confidence, degrees)).toBeCloseTo(t, 3);
  });

  it('has a closed form for one and two degrees of freedom, and meets it far out in the tail', () => {
    for (const t of [0.1, 1, 3, 25, 400]) {
      expect(twoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
      expect(twoSidedP(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12);
    }
  });

  it('gives the same p for both signs, 1 at zero and 0 at infinity', () => {
    expect(twoSidedP(-2.3, 7)).toBe(twoSidedP(2.3, 7));
    expect(twoSidedP(0, 7)).toBe(1);
    expect(twoSidedP(Infinity, 7)).toBe(0);
  });

  it('refuses a confidence outside (0, 1) and fewer than one degree of freedom', () => {
    expect(() => twoSidedQuantile(1, 6)).toThrow(RangeError);
    expect(() => twoSidedQuantile(0.95, 0)).toThrow(/0 < 1/);
  });
});
