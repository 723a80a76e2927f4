import { describe, expect, it } from 'vitest';
import { DemoRun, fibChecks, quoteChecks, renderChecks } from '../../src/demo/checks.js';
import { commonRate } from '../../src/demo/demo.js';

type Figures = Readonly<Record<string, readonly (number | null)[]>>;

/** A run in which both cells of every approach have these figures, one a pair; all times are alike unless told otherwise. */
function run(approaches: Readonly<Record<string, Figures>>): DemoRun {
  return new DemoRun((_, figure, approach) => {
    const figures = approaches[approach];
    if (figures === undefined) return [];
    const rest: Figures = {
      requestsPerSecond: [1],
      loopDelayP99: [1],
      pingP99: [1],
      threadCpuMs: [10],
      processCpuMs: [20],
    };
    return figures[figure] ?? rest[figure] ?? [null];
  });
}

const IDS = ['sync', 'official', 'workers'];

describe('the checks of the demo', () => {
  it('hold by the median of the ratios within each pair', () => {
    // The second pair was bad for both: the medians of each side alone would say 1/4.
    const checks = quoteChecks(
      run({ sync: { loopDelayP99: [20, 200, 20] }, workers: { loopDelayP99: [1, 10, 5] } }),
      '100',
      IDS,
    );
    const check = checks.find(({ claim }) => claim.includes('loop delay'));
    expect(check).toMatchObject({ holds: true, seen: '5 against 20 ms, 0.05 (0.05–0.15) times' });
  });

  it('say which row is lost, by how much, and why', () => {
    const demo = run({ sync: { requestsPerSecond: [200] }, workers: { requestsPerSecond: [100] } });
    const checks = quoteChecks(demo, '100', IDS);
    expect(checks[0]).toMatchObject({ holds: false, seen: '0.5 times sync' });
    const text = renderChecks('What should hold', checks).join('\n');
    expect(text).toContain('- NO: workers has the highest requests/s');
    expect(text).toContain('a request costs the serving thread 10 CPU-ms, but the process 20');
  });

  it.each([
    [150, 5, true],
    [149, 5, false],
    [150, 21, false],
  ])(
    'hold %d answers for 100 of sync against the goal, with the loop late by %d ms for 20: %s',
    (answers, delay, holds) => {
      const demo = run({
        sync: { requestsPerSecond: [100], loopDelayP99: [20] },
        workers: { requestsPerSecond: [answers], loopDelayP99: [delay] },
      });
      const goal = quoteChecks(demo, '100', IDS).find(({ claim }) => claim.includes('at least 1.5 times'));
      expect(goal?.holds).toBe(holds);
    },
  );

  it('tell what held the loop from what it waited for a CPU', () => {
    const demo = run({
      sync: { loopDelayP99: [20], heldP99: [20] },
      workers: { loopDelayP99: [4], heldP99: [1], cpuWait: [250] },
    });
    const [whole, ownWork] = quoteChecks(demo, '100', IDS).filter(({ claim }) =>
      claim.includes('loop delay'),
    );
    expect(whole.holds).toBe(false);
    expect(whole.why).toContain('for 1 ms at p99, 0.05 times what held sync');
    expect(whole.why).toContain('250 ms of each second');
    expect(ownWork).toMatchObject({ holds: true, seen: '1 against 20 ms, 0.05 times' });
  });

  it('name who cannot keep up with the rate, and nobody else', () => {
    const demo = run({
      sync: { requestsPerSecond: [95, 96, 90], orderedPerSecond: [100, 100, 100] },
      official: { requestsPerSecond: [94, 94, 100], orderedPerSecond: [100, 100, 100] },
    });
    expect(demo.fallenBehind('100-paced', IDS)).toEqual(['official']);
  });

  it('count a slicer that answered nothing as far behind', () => {
    const demo = run({ sync: { requestsPerSecond: [200] }, 'fib-setTimeout': { requestsPerSecond: [0] } });
    expect(fibChecks(demo, 'fib-full', ['sync', 'fib-setTimeout'])).toMatchObject([{ holds: true }]);
  });
});

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
