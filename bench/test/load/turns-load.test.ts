import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BenchClient } from '../../src/clients/client.js';
import { Tier, type RunContext } from '../../src/experiment.js';
import { measureTurns, turnsCell, type TurnsCell } from '../../src/load/turns-load.js';

const context: RunContext = {
  approach: 'memory',
  cells: [],
  timing: { processWarmup: 0, cellWarmup: 0.02, window: 0.3 },
  seed: 1,
  cluster: null,
};

const CELL: TurnsCell = { ...turnsCell(200, 8, Tier.QUICK), turnMillis: 50 };

/** A client in memory that keeps the numbers of calls in flight it has seen. */
function memoryClient(seen: number[], spoil = (value: string | undefined): unknown => value): BenchClient {
  const entries = new Map<string, string>();
  let inFlight = 0;
  const map = {
    get: async (key: string): Promise<unknown> => {
      seen.push(++inFlight);
      await turn();
      inFlight--;
      return spoil(entries.get(key));
    },
    set: async (key: string, value: string): Promise<unknown> => entries.set(key, value),
  };
  return { getMap: async () => map, counters: () => null, shutdown: async () => {} };
}

it('names its cell by both loads', () => {
  expect(turnsCell(200, 128, Tier.DEFAULT)).toMatchObject({
    id: 'turns-200-c128',
    title: 'get 1 KB, 1 s of 200/s and 1 s of c=128 by turns',
  });
});

it('is quiet and bursts by turns, and measures both', async () => {
  const seen: number[] = [];
  const { cell, figures } = await measureTurns(memoryClient(seen), CELL, context);
  expect(cell).toBe('turns-200-c8');
  expect(seen).toContain(8);
  expect(seen[0]).toBe(1);
  expect(figures['dueP50']).toBeGreaterThan(0);
  expect(figures['dueP99']).toBeGreaterThanOrEqual(figures['dueP50']!);
  expect(figures['opsPerSecond']).toBeGreaterThan(0);
});

it('refuses a wrong answer', async () => {
  const crossed = memoryClient([], () => 'another value');
  await expect(measureTurns(crossed, CELL, context)).rejects.toThrow(/turns-200-c8.*key-/);
});
