import { expect, it } from 'vitest';
import type { BenchClient } from '../../src/clients/client.js';
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

it('plants a slow-down by making one call in ten twice', async () => {
  const calls: string[] = [];
  const map = await slowed(recordingClient(calls), 10).getMap('any');
  const answers = [];
  for (let i = 0; i < 20; i++)
    answers.push(await (i % 2 === 0 ? map.get(`key-${i}`) : map.set(`key-${i}`, '')));
  expect(calls).toHaveLength(22);
  expect(calls.filter((key) => key === 'key-9' || key === 'key-19')).toHaveLength(4);
  // the answer is that of the last call
  expect(answers[9]).toBe(11);
});

it('samples latencies, forgets those of the warm-up, and hands every answer on', async () => {
  const timed = timedMap({
    get: async (key) => `value of ${key}`,
    set: async () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  await timed.map.set('key', 'value');
  expect(timed.figures(1)['latencyP50']).toBeGreaterThan(10_000);
  timed.reset();
  for (let i = 0; i < 8; i++) expect(await timed.map.get(`key-${i}`)).toBe(`value of key-${i}`);
  expect(timed.figures(1)['latencyP50']).toBeLessThan(timed.figures(1)['latencyP99']! + 1);
});
