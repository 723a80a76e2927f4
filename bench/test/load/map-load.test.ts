import { describe, expect, it } from 'vitest';
import type { BenchClient, BenchCounters } from '../../src/clients/client.js';
import type { RunContext } from '../../src/experiment.js';
import { measureMapLoads, type MapLoad } from '../../src/load/map-load.js';
import { WINDOW_FIGURES } from '../../src/load/window.js';

const get: MapLoad = { id: 'a get', operation: 'get', valueBytes: 10, concurrency: 4, keys: 8 };
const set: MapLoad = { ...get, id: 'a set', operation: 'set' };

const context: RunContext = {
  approach: 'memory',
  cells: [],
  timing: { processWarmup: 0, cellWarmup: 0.02, window: 0.1 },
  seed: 1,
  cluster: null,
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param counters as of a client that has done so many calls */
function memoryClient(counters: (calls: number) => BenchCounters | null): BenchClient {
  const entries = new Map<string, string>();
  let calls = 0;
  const map = {
    get: async (key: string): Promise<unknown> => {
      calls++;
      await turn();
      return entries.get(key);
    },
    set: async (key: string, value: string): Promise<unknown> => {
      calls++;
      entries.set(key, value);
      await turn();
      return undefined;
    },
  };
  return { getMap: async () => map, counters: () => counters(calls), shutdown: async () => {} };
}

describe('loads on a map', () => {
  it('are measured in the order given, each with every figure of the tables', async () => {
    const results = await measureMapLoads(
      memoryClient(() => null),
      [set, get],
      context,
    );
    expect(results.map(({ cell }) => cell)).toEqual(['a set', 'a get']);
    for (const { figures } of results) {
      expect(Object.keys(figures).toSorted()).toEqual(WINDOW_FIGURES.map(({ key }) => key).toSorted());
      expect(figures['opsPerSecond']).toBeGreaterThan(0);
      expect(figures['mainMicros']).toBeGreaterThan(0);
      expect(figures['wakeupsPerOp']).toBeNull();
    }
  });

  it('agree with themselves: a loop that is never idle spends the whole window on its operations', async () => {
    const [{ figures }] = await measureMapLoads(
      memoryClient(() => null),
      [get],
      context,
    );
    // setImmediate never lets the loop wait, so µs/op is one second ÷ operations a second
    expect(figures['mainMicros']! * figures['opsPerSecond']!).toBeCloseTo(1e6, -5);
  });

  it('count the wake-ups of their own window only', async () => {
    const [{ figures }] = await measureMapLoads(
      memoryClient((calls) => ({ wakeups: 1_000_000 + calls / 2, rescues: 0, restarts: 0 })),
      [get],
      context,
    );
    expect(figures['wakeupsPerOp']).toBeCloseTo(0.5, 1);
  });

  it('refuse a run in which a lost wake-up was rescued or a worker died', async () => {
    const rescued = memoryClient(() => ({ wakeups: 0, rescues: 1, restarts: 0 }));
    await expect(measureMapLoads(rescued, [get], context)).rejects.toThrow(/a get.*1 wake-ups were lost/);
    const restarted = memoryClient(() => ({ wakeups: 0, rescues: 0, restarts: 2 }));
    await expect(measureMapLoads(restarted, [get], context)).rejects.toThrow(/a get.*2 workers died/);
  });

  it('name the cell in which a call failed', async () => {
    const client = memoryClient(() => null);
    const failing: BenchClient = {
      ...client,
      getMap: async (name) => ({
        ...(await client.getMap(name)),
        get: () => Promise.reject(new Error('no such luck')),
      }),
    };
    await expect(measureMapLoads(failing, [get], context)).rejects.toThrow(/a get.*no such luck/);
  });
});
