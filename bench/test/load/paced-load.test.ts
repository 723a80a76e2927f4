import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BenchClient } from '../../src/clients/client.js';
import { Tier, type RunContext } from '../../src/experiment.js';
import { PACED_FIGURES } from '../../src/load/paced-figures.js';
import { measurePaced, pacedCell } from '../../src/load/paced-load.js';

const context: RunContext = {
  approach: 'memory',
  cells: [],
  timing: { processWarmup: 0, cellWarmup: 0.02, window: 0.3 },
  seed: 1,
  cluster: null,
};

function memoryClient(rescues = 0, spoil = (value: string | undefined): unknown => value): BenchClient {
  const entries = new Map<string, string>();
  let calls = 0;
  const map = {
    get: async (key: string): Promise<unknown> => {
      await turn();
      // With the answer, so that a busy machine does not part the two at the window's edges.
      calls++;
      return spoil(entries.get(key));
    },
    set: async (key: string, value: string): Promise<unknown> => entries.set(key, value),
  };
  return {
    getMap: async () => map,
    counters: () => ({ wakeups: 100 + 2 * calls, rescues, restarts: 0 }),
    shutdown: async () => {},
  };
}

it('names its cells by rate, burst and work', () => {
  expect(pacedCell(20_000, Tier.QUICK)).toMatchObject({ id: 'paced-20000', title: 'get 1 KB, 20,000/s' });
  expect(pacedCell(1000, Tier.FULL, { together: 100 })).toMatchObject({
    id: 'burst-100',
    title: 'get 1 KB, 100 together every 100 ms',
  });
  expect(pacedCell(500, Tier.FULL, { workMillis: 1 })).toMatchObject({
    id: 'paced-500-work1000us',
    title: 'get 1 KB, 500/s, 1 ms of work on each answer',
  });
});

it('has every figure of the tables, of its own window', async () => {
  const { cell, figures } = await measurePaced(memoryClient(), pacedCell(1000, Tier.QUICK), context);
  expect(cell).toBe('paced-1000');
  expect(Object.keys(figures)).toEqual(PACED_FIGURES.map(({ key }) => key));
  const { dueP50, dueP99, dueP999, keptUp, wakeupsPerCall, processCpuPercent } = figures;
  expect(dueP50).toBeGreaterThan(0);
  expect(dueP99).toBeGreaterThanOrEqual(dueP50!);
  expect(dueP999).toBeGreaterThanOrEqual(dueP99!);
  expect(keptUp).toBeGreaterThan(0);
  expect(wakeupsPerCall).toBeCloseTo(2);
  expect(processCpuPercent).toBeGreaterThan(0);
});

it('holds the thread with the work on each answer', async () => {
  const cell = pacedCell(100, Tier.FULL, { workMillis: 20 });
  const { figures } = await measurePaced(memoryClient(), cell, context);
  const most = 1000 / 20 + 1 / context.timing.window;
  expect(figures['answeredPerSecond']).toBeLessThanOrEqual(most + 1);
  expect(figures['keptUp']).toBeLessThan(1);
});

it('refuses a wrong answer, and a client that lost a wake-up', async () => {
  const cell = pacedCell(1000, Tier.QUICK);
  const crossed = memoryClient(0, (value) => value?.slice(1));
  await expect(measurePaced(crossed, cell, context)).rejects.toThrow(/paced-1000.*key-/);
  await expect(measurePaced(memoryClient(1), cell, context)).rejects.toThrow(
    /paced-1000.*1 wake-ups were lost/,
  );
});
