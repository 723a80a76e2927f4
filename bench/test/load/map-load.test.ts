import { describe, expect, it } from 'vitest';
import type { BenchMap } from '../../src/clients/client.js';
import { Tier } from '../../src/experiment.js';
import { measureMapLoad, mapCell } from '../../src/load/map-load.js';
import { WINDOW_FIGURES } from '../../src/load/window.js';
import { memoryClient, MemoryMap, shortRun } from '../support/memory-client.js';

const get = mapCell('get', 10, 4, Tier.QUICK, { keys: 8 });

describe('loads on a map', () => {
  it('are named by operation, size, calls in flight, one hot key, and work', () => {
    expect(mapCell('set', 100 * 1024, 256, Tier.QUICK)).toMatchObject({
      id: 'set-100KB-c256',
      title: 'set 100 KB, c=256',
    });
    expect(mapCell('get', 3, 8, Tier.FULL, { keys: 1, workMillis: 0.02 })).toMatchObject({
      id: 'get-3B-c8-hot-work20us',
      title: 'get 3 B, c=8, one hot key, 20 µs of work on each answer',
    });
  });

  it.each(['get', 'set'] as const)('have every figure of the tables (%s)', async (operation) => {
    const { cell, figures } = await measureMapLoad(memoryClient(), { ...get, operation }, shortRun());
    expect(cell).toBe('get-10B-c4');
    expect(Object.keys(figures).toSorted()).toEqual(WINDOW_FIGURES.map(({ key }) => key).toSorted());
    expect(figures['opsPerSecond']).toBeGreaterThan(0);
    expect(figures['mainMicros']).toBeGreaterThan(0);
    expect(figures['wakeupsPerOp']).toBeNull();
  });

  it('agree with themselves: a loop that is never idle spends the whole window on its operations', async () => {
    const { figures } = await measureMapLoad(memoryClient(), get, shortRun());
    // setImmediate never lets the loop wait, so µs/op is one second ÷ operations a second
    expect(figures['mainMicros']! * figures['opsPerSecond']!).toBeCloseTo(1e6, -5);
  });

  it('count the wake-ups of their own window only', async () => {
    const map = new MemoryMap();
    const counters = () => ({ wakeups: 1_000_000 + map.calls / 2, rescues: 0, restarts: 0 });
    const { figures } = await measureMapLoad(memoryClient(map, counters), get, shortRun());
    expect(figures['wakeupsPerOp']).toBeCloseTo(0.5, 1);
  });

  it('hold the thread with the work on each answer', async () => {
    const { figures } = await measureMapLoad(memoryClient(), { ...get, workMillis: 20 }, shortRun());
    expect(figures['opsPerSecond']).toBeLessThanOrEqual(50);
  });

  it('refuse a run in which a lost wake-up was rescued or a worker died', async () => {
    const measured = (rescues: number, restarts: number) =>
      measureMapLoad(
        memoryClient(undefined, () => ({ wakeups: 0, rescues, restarts })),
        get,
        shortRun(),
      );
    await expect(measured(1, 0)).rejects.toThrow(/get-10B-c4.*1 wake-ups were lost/);
    await expect(measured(0, 2)).rejects.toThrow(/get-10B-c4.*2 workers died/);
  });

  it('name the cell in which a call failed', async () => {
    const failing: BenchMap = {
      get: () => Promise.reject(new Error('no such luck')),
      set: async () => undefined,
    };
    await expect(measureMapLoad(memoryClient(failing), get, shortRun())).rejects.toThrow(
      /get-10B-c4.*no such luck/,
    );
  });
});
