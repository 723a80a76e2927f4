import { describe, expect, it } from 'vitest';
import { expectedSeconds, planRounds, timingOf } from '../../src/harness/plan.js';
import { parseOptions } from '../../src/options.js';

describe('the plan', () => {
  const cells = ['a', 'b', 'c', 'd', 'e'];

  it('has every approach and every cell once in every round', () => {
    for (const round of planRounds(5, 20, 3, cells)) {
      expect(round.approaches.toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
      expect(round.cells.toSorted()).toEqual(cells);
    }
  });

  it('is the same for the same seed and another for another seed', () => {
    expect(planRounds(5, 7, 2, cells)).toEqual(planRounds(5, 7, 2, cells));
    expect(planRounds(5, 7, 2, cells)).not.toEqual(planRounds(6, 7, 2, cells));
  });

  it('lets neither approach always go first', () => {
    const first = planRounds(5, 400, 2, cells).filter(({ approaches }) => approaches[0] === 0).length;
    expect(first).toBeGreaterThan(150);
    expect(first).toBeLessThan(250);
  });

  it('measures as long as asked, and counts warm-ups into what it expects', () => {
    const timing = timingOf(parseOptions(['--seconds', '4'], 1));
    expect(timing.window).toBe(4);
    expect(expectedSeconds(timing, 10)).toBeGreaterThan(timing.processWarmup + 10 * (4 + timing.cellWarmup));
  });
});
