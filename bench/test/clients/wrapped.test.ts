import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import type { BenchClient } from '../../src/clients/client.js';
import { openSeveral } from '../../src/clients/several.js';
import { slowed } from '../../src/clients/slowed.js';
import { timedMap } from '../../src/load/timed-map.js';

function recordingClient(calls: string[]): BenchClient {
  const call = async (key: string): Promise<unknown> => calls.push(key);
  return {
    getMap: async () => ({ get: call, set: call }),
    counters: () => ({ wakeups: 1, rescues: 2, restarts: 3, reads: 4, writes: 5 }),
    shutdown: async () => void calls.push('shutdown'),
  };
}

it('gives each key of several clients one of them, and adds up their counters', async () => {
  const calls: string[][] = [[], []];
  let opened = 0;
  const client = await openSeveral(2, async () => recordingClient(calls[opened++]));
  const map = await client.getMap('any');
  for (const key of ['key-0', 'key-1', 'key-2', 'key-3']) await map.get(key);
  await map.set('key-1', 'value');
  await client.shutdown();
  expect(calls).toEqual([
    ['key-0', 'key-2', 'shutdown'],
    ['key-1', 'key-3', 'key-1', 'shutdown'],
  ]);
  expect(client.counters()).toEqual({ wakeups: 2, rescues: 4, restarts: 6, reads: 8, writes: 10 });
});

it('plants a slow-down in proportion to how busy the loop was', async () => {
  const calls: string[] = [];
  const work = (): void => {
    const end = performance.now() + 0.05;
    while (performance.now() < end);
  };
  const spin = async (share: number): Promise<number> => {
    const map = await slowed(recordingClient(calls), share).getMap('any');
    const start = process.cpuUsage();
    for (let i = 0; i < 640; i++) {
      work();
      await map.get('key');
      if (i % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  // a share of 1 doubles the time: far from what a busy machine can hide
  const plain = await spin(0);
  expect(await spin(1)).toBeGreaterThan(plain * 1.3);
  expect(calls).toHaveLength(1280);
});

it('samples latencies, forgets those of the warm-up, and hands every answer on', async () => {
  const timed = timedMap({
    get: async (key) => `value of ${key}`,
    set: async () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  await timed.map.set('key', 'value');
  expect(timed.figures()['latencyP50']).toBeGreaterThan(10_000);
  timed.reset();
  for (let i = 0; i < 8; i++) expect(await timed.map.get(`key-${i}`)).toBe(`value of key-${i}`);
  expect(timed.figures()['latencyP50']).toBeLessThan(timed.figures()['latencyP99']! + 1);
});
