import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { pause } from '@offloop/runtime/clock';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { embeddedMember } from './support/embedded-member.js';
import { connectMap, codeOf, connect, TESTED_WORKERS } from './support/client-bench.js';
import { Code } from './support/codes.js';

const member = await embeddedMember();
afterEach(() => {
  vi.useRealTimers();
  member.faults.clear();
});

const MOMENT_MILLIS = 20;

/** All that vitest can fake in a process of its own; the ticks of one it leaves alone. */
const ALL = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'performance',
  'hrtime',
  'Date',
] as const;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  test.each([
    ['the defaults of vitest', undefined],
    ['everything vitest can fake', { toFake: [...ALL] }],
  ])('nothing waits for fake timers: %s', async (_name, fakes) => {
    vi.useFakeTimers(fakes);
    const { map } = await connectMap<string, number>(member.address, { runtime: { workers } });
    expect(await map.get('k0')).toBeNull();
    const keys = Array.from({ length: 100 }, (_, i) => `k${i}`);
    await Promise.all(keys.map((key, i) => map.set(key, i)));
    expect(await Promise.all(keys.map((key) => map.get(key)))).toEqual(keys.map((_, i) => i));
    member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    expect(await codeOf(map.get('k0', { timeout: 30 }))).toBe(Code.OPERATION_TIMEOUT);
  });

  test('fake timers may come after the client, and in the middle of its calls', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime: { workers } });
    const writes = Array.from({ length: 100 }, (_, i) => map.set(`k${i}`, i));
    vi.useFakeTimers();
    await Promise.all(writes);
    expect(await map.size()).toBe(100);
  });

  test.each(['timeToLiveSeconds', 'maxIdleSeconds'])(
    'a near cache counts its %s by real time',
    async (option) => {
      vi.useFakeTimers({ toFake: [...ALL] });
      const nearCaches = { hours: { [option]: 3600 }, moments: { [option]: MOMENT_MILLIS / 1000 } };
      const { client } = await connect(member.address, { runtime: { workers }, nearCaches });
      const figures = (name: string) => client.stats().nearCaches[name];
      const [hours, moments] = [await client.getMap('hours'), await client.getMap('moments')];
      while (figures('hours').hitCount === 0) await hours.get('k');
      vi.advanceTimersByTime(24 * 3_600_000);
      await hours.get('k');
      expect(figures('hours')).toMatchObject({ hitCount: 2, expiredCount: 0 });
      while (figures('moments').expiredCount === 0) {
        await moments.get('k');
        await pause(2 * MOMENT_MILLIS);
      }
    },
  );
});

test.each([
  ['mock', TESTED_WORKERS],
  ['mock', 0],
  ['never', 1],
])(
  "nothing waits for the timers of a process of its own: node:test's, and any that stand still (%s, with workers: %s)",
  async (kind, workers) => {
    const slow = member.faults.add({ message: 'map.isEmpty', action: { kind: 'swallow' } });
    onTestFinished(() => slow.remove());
    const script = new URL('./support/mock-timers.mjs', import.meta.url).pathname;
    const run = promisify(execFile)(process.execPath, [script, member.address, String(workers), kind]);
    const { stdout } = await run;
    expect(JSON.parse(stdout)).toEqual({ first: null, sum: 4950, late: Code.OPERATION_TIMEOUT });
  },
);
