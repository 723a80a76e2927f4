import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { LIFE, NearCachesBench, publish, publishAll, served } from './support/near-caches-bench.js';
import { recordOfChange } from './support/records.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const passes = async (millis: number): Promise<void> => {
  vi.advanceTimersByTime(millis);
  await nextTurn();
};

describe('what is read within 2 s after members began to tell of changes is served, and dropped once then', () => {
  test('of a map that was just made, also what is on its way', async () => {
    const cache = await bench.filled();
    await passes(1999);
    expect(served(cache)).toEqual([0, 1, 2]);
    const early = cache.reserve('early', 0)!;
    await passes(1);
    cache.publish(early, 'old', 1);
    expect(cache.stats.entryCount).toBe(0);
    publishAll(cache);
    await passes(60_000);
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test('once only, where a connection was opened before the map was made', async () => {
    bench.caches.onConnectionOpened();
    const cache = await bench.filled();
    await passes(2000);
    expect(served(cache)).toEqual([]);
    publishAll(cache);
    await passes(60_000);
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test('after a connection was lost or opened', async () => {
    const cache = await bench.filled();
    await passes(10_000);
    for (const lose of [() => bench.caches.onConnectionLost(), () => bench.caches.onConnectionOpened()]) {
      publishAll(cache);
      lose();
      bench.repair();
      bench.caches.onAsked(null);
      publish(cache, 1);
      await passes(1999);
      expect(served(cache)).toEqual([1]);
      await passes(1);
      expect(served(cache)).toEqual([]);
    }
  });

  test('after members had forgotten the listener', async () => {
    bench.isKnown = false;
    const cache = await bench.filled();
    await passes(10_000);
    bench.record(recordOfChange(null, 0, LIFE, 8n));
    await passes(2000);
    bench.caches.onAsked(null);
    bench.caches.onAsked(null);
    publish(cache, 1);
    await passes(1999);
    expect(served(cache)).toEqual([1]);
    await passes(1);
    expect(served(cache)).toEqual([]);
  });
});

test('nothing is dropped where members told of changes all along', async () => {
  const cache = await bench.filled();
  await passes(10_000);
  bench.repair(0n, 0n, 0n);
  publishAll(cache);
  bench.repair(0n, 0n, 0n);
  await passes(10_000);
  expect(served(cache)).toEqual([0, 1, 2]);
});

test('a near cache that is closed, or whose client is shut down, has no timer left', async () => {
  await bench.caches.close(await bench.filled('near-a'));
  await bench.filled('near-b');
  bench.caches.end();
  expect(vi.getTimerCount()).toBe(0);
});
