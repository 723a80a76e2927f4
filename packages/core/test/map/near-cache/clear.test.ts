import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import type { NearCache } from '../../../src/map/near-cache/near-cache.js';
import { LIFE, NearCachesBench, publish, publishAll, served } from './support/near-caches-bench.js';
import { recordOfChange, recordOfNumbers } from './support/records.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
});

describe('after a clear', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const CLEAR = recordOfChange(null, 0, LIFE, 8n);
  const passes = async (millis: number): Promise<void> => {
    vi.advanceTimersByTime(millis);
    await nextTurn();
  };
  /** The members began to tell of changes long ago. */
  const settled = async (): Promise<NearCache> => {
    const cache = await bench.filled();
    await passes(2000);
    publishAll(cache);
    return cache;
  };

  test('the numbers that it left out are lost when members are asked, soon after it, and nothing is dropped later', async () => {
    const cache = await settled();
    bench.repair(7n, 4n, 4n);
    bench.record(CLEAR);
    publishAll(cache);
    await passes(199);
    expect(served(cache)).toEqual([0, 1, 2]);
    bench.told = [];
    await passes(1);
    expect(bench.told).toEqual([{ type: 'ask-invalidations', maps: ['near-a'] }]);
    const numbers = recordOfNumbers(
      [
        [0, 8n],
        [1, 5n],
        [2, 4n],
      ],
      LIFE,
    );
    bench.record(numbers);
    bench.caches.onAsked(null);
    expect(served(cache)).toEqual([0, 2]);
    publish(cache, 1);
    await passes(20_000);
    bench.repair(8n, 5n, 4n);
    bench.repair(8n, 5n, 4n);
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test('a near cache listens anew, and keeps what it has where all members knew the listener before', async () => {
    const cache = await settled();
    bench.record(CLEAR);
    await passes(200);
    bench.caches.onAsked(null);
    publish(cache, 1);
    await passes(1799);
    expect(bench.listeners).toHaveLength(1);
    bench.told = [];
    let confirm = (): void => undefined;
    bench.confirmed = new Promise((resolve) => (confirm = resolve));
    await passes(1);
    expect(bench.listeners).toHaveLength(2);
    // Meanwhile the map may have been destroyed: then nobody tells of changes.
    expect(cache.isTrusted).toBe(false);
    expect(bench.removed).toEqual([]);
    confirm();
    await nextTurn();
    expect(bench.removed).toEqual(['1']);
    expect(served(cache)).toEqual([1]);
    expect(bench.told).toEqual([]);
  });

  test('that is known only by numbers that began anew, it listens anew, and drops all', async () => {
    const cache = await bench.filled();
    bench.repair(7n, 7n, 0n);
    publishAll(cache);
    bench.repair(7n, 7n, 0n);
    expect(served(cache)).toEqual([0, 1, 2]);
    bench.repair(0n, 7n, 0n);
    expect(served(cache)).toEqual([1, 2]);
    bench.isKnown = false;
    await passes(2000);
    expect(bench.listeners).toHaveLength(2);
    expect(served(cache)).toEqual([]);
  });

  test('a near cache whose new listener is refused serves nothing, and tries again', async () => {
    const cache = await settled();
    bench.record(CLEAR);
    await passes(200);
    bench.caches.onAsked(null);
    publish(cache, 1);
    bench.confirmed = Promise.reject(new Error('refused'));
    await passes(1800);
    expect(bench.removed).toEqual([]);
    expect(cache.isTrusted).toBe(false);
    bench.confirmed = Promise.resolve();
    await passes(2000);
    expect(bench.listeners).toHaveLength(3);
    expect(bench.removed).toEqual(['1']);
    expect(served(cache)).toEqual([1]);
  });

  test.each([
    ['where a member did not know the listener any more: the map was destroyed', false, true],
    ['with one connection, whose member does not speak for the others', true, false],
  ])('a near cache drops what it has %s', async (_, knows, hasAll) => {
    bench.isKnown = knows;
    bench.smartRouting = hasAll;
    const cache = await bench.filled();
    bench.record(CLEAR);
    await passes(200);
    bench.caches.onAsked(null);
    publish(cache, 1);
    bench.told = [];
    await passes(1800);
    expect(bench.listeners).toHaveLength(2);
    expect(bench.removed).toEqual(['1']);
    expect(cache.stats.entryCount).toBe(0);
    expect(cache.isTrusted).toBe(false);
    expect(bench.told).toEqual([{ type: 'ask-invalidations', maps: ['near-a'] }]);
    bench.record(recordOfNumbers([[0, 1n]], LIFE), 1);
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
    // The numbers began anew, too: 3 is missing.
    publish(cache, 0);
    bench.record(recordOfChange('other', 0, LIFE, 2n), 1);
    bench.record(recordOfChange('other', 0, LIFE, 4n), 1);
    expect(served(cache)).toEqual([0]);
    bench.caches.repair();
    expect(served(cache)).toEqual([]);
  });

  test('another that comes before it listens anew makes it do so once more', async () => {
    await bench.filled();
    bench.record(CLEAR);
    await passes(1500);
    bench.record(CLEAR);
    await passes(500);
    expect(bench.listeners).toHaveLength(2);
    await passes(2000);
    expect(bench.listeners).toHaveLength(3);
    expect(bench.removed).toEqual(['1', '2']);
    await passes(20_000);
    expect(bench.listeners).toHaveLength(3);
  });

  test('a repair that was under way does not speak for what comes after', async () => {
    bench.isKnown = false;
    const cache = await bench.filled();
    bench.record(CLEAR);
    await passes(2000);
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(false);
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
  });

  test('a near cache that was closed, or whose client was, listens no more', async () => {
    const closed = [await bench.filled('near-a'), await bench.filled('near-b')];
    await bench.filled('near-c');
    await bench.filled('near-d');
    bench.record(CLEAR, 0);
    for (const cache of closed) await bench.caches.close(cache);
    bench.record(CLEAR, 1);
    bench.record(CLEAR, 2);
    bench.caches.end();
    bench.record(CLEAR, 3);
    expect(vi.getTimerCount()).toBe(0);
    await passes(2000);
    expect(bench.listeners).toHaveLength(4);
  });

  test('a near cache that is closed before its first listener is there does not get another', async () => {
    let confirm = (): void => undefined;
    bench.confirmed = new Promise((resolve) => (confirm = resolve));
    const cache = bench.caches.open(new ObjectName('near-a'));
    bench.record(CLEAR);
    await passes(2000);
    const closed = bench.caches.close(cache);
    confirm();
    await closed;
    expect(bench.listeners).toHaveLength(1);
    expect(bench.removed).toEqual(['1']);
  });
});
