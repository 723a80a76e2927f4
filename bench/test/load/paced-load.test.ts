import { expect, it } from 'vitest';
import { Tier } from '../../src/experiment.js';
import { PACED_FIGURES } from '../../src/load/paced-figures.js';
import { measurePaced, pacedCell } from '../../src/load/paced-load.js';
import { memoryClient, MemoryMap, shortRun } from '../support/memory-client.js';

const cell = pacedCell(1000, Tier.QUICK);

it('names its cells by their rate', () => {
  expect(pacedCell(20_000, Tier.QUICK)).toMatchObject({ id: 'paced-20000', title: 'get 1 KB, 20,000/s' });
});

it('has every figure of the tables, of its own window', async () => {
  const map = new MemoryMap();
  const client = memoryClient(map, () => ({ wakeups: 100 + 2 * map.calls, rescues: 0, restarts: 0 }));
  const { cell: id, figures } = await measurePaced(client, cell, shortRun());
  expect(id).toBe('paced-1000');
  expect(Object.keys(figures)).toEqual(PACED_FIGURES.map(({ key }) => key));
  const { dueP50, dueP99, dueP999, keptUp, wakeupsPerCall, processCpuPercent } = figures;
  expect(dueP50).toBeGreaterThan(0);
  expect(dueP99).toBeGreaterThanOrEqual(dueP50!);
  expect(dueP999).toBeGreaterThanOrEqual(dueP99!);
  expect(keptUp).toBeGreaterThan(0);
  expect(wakeupsPerCall).toBeCloseTo(2);
  expect(processCpuPercent).toBeGreaterThan(0);
});

it('refuses a wrong answer, and a client that lost a wake-up', async () => {
  const crossed = memoryClient(new MemoryMap((value) => value?.slice(1)));
  await expect(measurePaced(crossed, cell, shortRun())).rejects.toThrow(/paced-1000.*key-/);
  const rescued = memoryClient(undefined, () => ({ wakeups: 0, rescues: 1, restarts: 0 }));
  await expect(measurePaced(rescued, cell, shortRun())).rejects.toThrow(/paced-1000.*1 wake-ups were lost/);
});
