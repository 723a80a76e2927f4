import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { LIFE, NearCachesBench, publish, publishAll, served } from './support/near-caches-bench.js';
import { recordOfNumbers } from './support/records.js';

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
});

describe('a repair', () => {
  test('that only one near cache has a reason for is not one of the others, whose invalidations may still be collected', async () => {
    const cache = await bench.filled('near-a');
    bench.repair(0n, 0n, 0n);
    publishAll(cache);
    for (const name of ['near-b', 'near-c']) {
      bench.caches.open(new ObjectName(name));
      await nextTurn();
      bench.record(recordOfNumbers([[1, 1n]], LIFE));
      bench.caches.onAsked(null);
    }
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test('is of all near caches when a member told of nothing for a while', async () => {
    await bench.filled('near-a');
    bench.caches.onConnectionLost();
    bench.caches.open(new ObjectName('near-b'));
    await nextTurn();
    expect(bench.told).toEqual([{ type: 'ask-invalidations', maps: ['near-a', 'near-b'] }]);
  });

  test('that is asked for during another follows it, once', async () => {
    await bench.filled();
    for (let i = 0; i < 5; i++) bench.caches.repair();
    expect(bench.told).toHaveLength(1);
    bench.caches.onAsked(null);
    expect(bench.told).toHaveLength(2);
    bench.caches.onAsked(null);
    expect(bench.told).toHaveLength(2);
  });

  test.each([
    ['lost', (): void => bench.caches.onConnectionLost()],
    ['opened', (): void => bench.caches.onConnectionOpened()],
  ])(
    'drops all after a connection was %s: what a member does not tell it does not count',
    async (_, happen) => {
      const cache = await bench.filled();
      bench.repair(4n, 4n, 4n);
      publishAll(cache);
      const reservation = cache.reserve('early', 0)!;
      happen();
      bench.caches.repair();
      bench.caches.onAsked('a member is silent');
      expect(bench.lines.at(-1)).toContain('a member is silent');
      expect(served(cache)).toEqual([0, 1, 2]);
      bench.repair(4n, 4n, 4n);
      cache.publish(reservation, 1, 1);
      expect(cache.stats.entryCount).toBe(0);
      publish(cache, 0);
      bench.repair(4n, 4n, 4n);
      expect(served(cache)).toEqual([0]);
    },
  );

  test('that was under way when a connection was lost does not speak for what comes after', async () => {
    const cache = await bench.filled();
    bench.caches.repair();
    bench.caches.onConnectionLost();
    bench.caches.onAsked(null);
    expect(served(cache)).toEqual([0, 1, 2]);
    bench.repair();
    expect(cache.stats.entryCount).toBe(0);
  });

  test('that failed makes the next one settle what was lost', async () => {
    const cache = await bench.filled();
    bench.caches.repair();
    bench.record(recordOfNumbers([[0, 1n]], LIFE));
    bench.caches.onAsked(null);
    publish(cache, 0);
    bench.caches.repair();
    bench.caches.onAsked('a member is silent');
    expect(served(cache)).toEqual([0, 1, 2]);
    bench.caches.repair();
    bench.record(recordOfNumbers([[0, 2n]], LIFE));
    bench.caches.onAsked(null);
    expect(served(cache)).toEqual([1, 2]);
  });

  test('ends with the worker that was asked, and the next connection begins another', async () => {
    await bench.filled();
    bench.caches.repair();
    bench.caches.onRestart();
    expect(bench.told).toHaveLength(1);
    bench.caches.onConnectionOpened();
    expect(bench.told).toHaveLength(2);
  });

  test('counts for nothing when the cluster changes under it', async () => {
    const cache = await bench.filled();
    bench.caches.repair();
    bench.caches.onChangedCluster();
    bench.record(recordOfNumbers([[0, 50n]], LIFE));
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(false);
    expect(bench.told).toHaveLength(2);
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
  });

  test('is tried again when members come or go, while values are not served', async () => {
    const cache = bench.caches.open(new ObjectName('near-a'));
    await nextTurn();
    bench.caches.onAsked('no member is known');
    expect(cache.isTrusted).toBe(false);
    bench.caches.onMembers();
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
    bench.told = [];
    bench.caches.onMembers();
    expect(bench.told).toEqual([]);
  });

  test('is not made for a near cache that is not told of changes, nor after the end', async () => {
    bench.caches.repair();
    expect(bench.told).toEqual([]);
    const cache = await bench.filled();
    bench.caches.end();
    bench.caches.repair();
    expect(bench.told).toEqual([]);
    expect(cache.isTrusted).toBe(false);
  });
});
