import { expect, it } from 'vitest';
import { Tier } from '../../src/experiment.js';
import { measureTurns, turnsCell } from '../../src/load/turns-load.js';
import { memoryClient, MemoryMap, shortRun } from '../support/memory-client.js';

const CELL = { ...turnsCell(200, 8, Tier.QUICK), turnMillis: 50 };

it('names its cell by both loads', () => {
  expect(turnsCell(200, 128, Tier.DEFAULT)).toMatchObject({
    id: 'turns-200-c128',
    title: 'get 1 KB, 1 s of 200/s and 1 s of c=128 by turns',
  });
});

it('is quiet and bursts by turns, and measures both', async () => {
  const map = new MemoryMap();
  const { cell, figures } = await measureTurns(memoryClient(map), CELL, shortRun());
  expect(cell).toBe('turns-200-c8');
  expect(map.inFlight).toContain(8);
  expect(map.inFlight[0]).toBe(1);
  expect(figures['dueP50']).toBeGreaterThan(0);
  expect(figures['dueP99']).toBeGreaterThanOrEqual(figures['dueP50']!);
  expect(figures['opsPerSecond']).toBeGreaterThan(0);
});

it('refuses a wrong answer', async () => {
  const crossed = memoryClient(new MemoryMap(() => 'another value'));
  await expect(measureTurns(crossed, CELL, shortRun())).rejects.toThrow(/turns-200-c8.*key-/);
});
