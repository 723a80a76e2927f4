import { expect, test } from 'vitest';
import { Tier } from '../../src/experiment.js';
import { measureCalls, type CallCell } from '../../src/load/call-load.js';

const TIMING = { processWarmup: 0, cellWarmup: 0.01, window: 0.05 };

test('the calls that warm a cell up are made one after another, before the flows begin', async () => {
  let inFlight = 0;
  const most: number[] = [];
  const cell: CallCell<{ counters: () => null }> = {
    id: 'warm',
    title: 'a cell that warms up',
    tier: Tier.QUICK,
    concurrency: 4,
    prepare: () =>
      Promise.resolve({
        warmUp: 3,
        call: async () => {
          most.push(++inFlight);
          await new Promise<void>((resolve) => setImmediate(resolve));
          inFlight--;
        },
      }),
  };
  const context = { approach: 'a', cells: ['warm'], timing: TIMING, seed: 1, cluster: null };
  const [result] = await measureCalls({ counters: () => null }, 'test', [cell], context);
  expect(result.cell).toBe('warm');
  expect(most.slice(0, 7)).toEqual([1, 1, 1, 1, 2, 3, 4]);
});
