import { describe, expect, test } from 'vitest';

import { median, medianInterval } from '../../src/page/median.js';

describe('the interval of a median', () => {
  test('is undefined for less than six values', () => {
    expect([0, 1, 5].map((count) => medianInterval(upTo(count)))).toEqual([undefined, undefined, undefined]);
    expect(medianInterval([6, 1, 5, 2, 4, 3])).toEqual([1, 6]);
  });

  test('has the median in it, and holds of at least 95 % of what it could be', () => {
    for (let count = 6; count <= 200; count++) {
      const [from, to] = medianInterval(upTo(count)) ?? [NaN, NaN];
      const middle = median(upTo(count));
      expect(from <= middle && middle <= to).toBe(true);
      const covered = (first: number, last: number): number =>
        upTo(last)
          .filter((rank) => rank >= first)
          .reduce((sum, rank) => sum + tosses(count, rank), 0);
      expect(covered(from, to - 1)).toBeGreaterThanOrEqual(0.95);
      expect(covered(from + 1, to - 2)).toBeLessThan(0.95);
    }
  });
});

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** How likely `heads` of `count` tosses of a coin are. */
function tosses(count: number, heads: number): number {
  return upTo(heads).reduce((chance, each) => (chance * (count - heads + each)) / each, 2 ** -count);
}
