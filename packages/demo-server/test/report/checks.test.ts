import { describe, expect, test } from 'vitest';

import { DEFAULT_CATALOGUE } from '../../src/catalogue/catalogue.js';
import type { RaceResult } from '../../src/race/race.js';
import { checks } from '../../src/report/checks.js';
import { raceReport } from '../../src/report/report.js';
import { outcome, type Wanted } from '../support/figures.js';

function race(
  rounds: Readonly<Record<string, readonly Wanted[]>>,
  workload: 'quote' | 'fib' = 'quote',
): RaceResult {
  const outcomes = Object.fromEntries(
    Object.entries(rounds).map(([id, wanted]) => [
      id,
      wanted.map((each) => outcome({ approach: id, ...each })),
    ]),
  );
  const task =
    workload === 'fib' ? { workload, n: 15 } : { workload, catalogue: DEFAULT_CATALOGUE, items: 5 };
  return { task, connections: 50, fork: 1, rate: 10, closed: outcomes, paced: outcomes };
}

describe('the checks', () => {
  test('hold by the median of the ratios within each round', () => {
    // The second round was bad for both: the medians of each side alone would say 1/4.
    const result = race({
      sync: [{ loopDelay: 20 }, { loopDelay: 200 }, { loopDelay: 20 }],
      workers: [{ loopDelay: 1 }, { loopDelay: 10 }, { loopDelay: 5 }],
    });
    const check = checks(result).find(({ claim }) => claim.includes('loop delay'));
    expect(check).toMatchObject({ holds: true });
    expect(check?.seen).toContain('0.05 (0.05 to 0.25) times');
  });

  test('say which row is lost, by how much, and why', () => {
    const result = race({ sync: [{ requestsPerSecond: 200 }], workers: [{ requestsPerSecond: 100 }] });
    const lost = checks(result).find(({ claim }) => claim.includes('highest requests/s'));
    expect(lost).toMatchObject({ holds: false, seen: '0.50 (0.50 to 0.50) times sync' });
    const report = raceReport(result, 'a grid');
    expect(report).toContain('- NO: workers has the highest requests/s');
    expect(report).toContain('a request costs the serving thread 10.00 CPU-ms, but the process 20.00');
  });

  test('tell what held the loop from what it waited for a CPU', () => {
    const result = race({ sync: [{ loopDelay: 20 }], workers: [{ loopDelay: 4, held: 1 }] });
    const [whole, ownWork] = checks(result).filter(({ claim }) => claim.includes('loop delay'));
    expect(whole.holds).toBe(false);
    expect(whole.why).toContain('for 1.00 ms at p99, 0.05 (0.05 to 0.05) times what held sync');
    expect(whole.why).toContain('250.00 ms of each second');
    expect(ownWork).toMatchObject({ holds: true, seen: '1.00 against 20.00 ms, 0.05 (0.05 to 0.05) times' });
    expect(ownWork.claim).toContain('the part of the loop delay p99 that is its own work');
  });

  test('name who cannot keep up with the rate, and nobody else', () => {
    const result = race({
      sync: [{ requestsPerSecond: 10 }],
      'timeslice-setImmediate': [{ requestsPerSecond: 9 }],
    });
    expect(raceReport(result, 'a grid')).toContain('Cannot keep up with 10 requests/s: timeslice. ');
    const fine = race({ sync: [{ requestsPerSecond: 10 }] });
    expect(raceReport(fine, 'a grid')).not.toContain('Cannot keep up');
  });

  test('count a slicer that answered nothing as far behind', () => {
    const result = race(
      { sync: [{ requestsPerSecond: 200 }], 'fib-setTimeout': [{ requestsPerSecond: 0 }] },
      'fib',
    );
    expect(checks(result)).toMatchObject([{ holds: true }]);
  });

  test('put the published figures beside ours for the experiment that has some, and only there', () => {
    const fib = raceReport(race({ sync: [{ requestsPerSecond: 9_999 }] }, 'fib'), 'a grid');
    expect(fib).toMatch(/published: synchronous +\| +23\.4 \| +2028 \| +240 \|/);
    expect(fib).toMatch(/ours: sync +\| +1\.0 \| +9999 \| +1 \|/);
    expect(raceReport(race({ sync: [{}] }), 'a grid')).not.toContain('published');
  });
});
