import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { LIFE, NearCachesBench, publishAll, served } from './support/near-caches-bench.js';
import { recordOfChange, UNREADABLE_RECORD } from './support/records.js';

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
});

describe('a near cache', () => {
  test('is used when its listener is there and the members were asked', async () => {
    const cache = bench.caches.open(new ObjectName('near-a'));
    expect(cache.isTrusted).toBe(false);
    await nextTurn();
    expect(bench.listeners[0].nearCache).toBe('near-a');
    expect(bench.told).toEqual([{ type: 'ask-invalidations', maps: ['near-a'] }]);
    expect(cache.isTrusted).toBe(false);
    bench.caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
  });

  test('drops what was changed, or all', async () => {
    const cache = await bench.filled();
    bench.record(recordOfChange('1', 1, LIFE, 1n));
    expect(served(cache)).toEqual([0, 2]);
    bench.record(recordOfChange(null, 0, LIFE, 1n));
    expect(served(cache)).toEqual([]);
  });

  test('drops all when it cannot be read what was changed, and keeps no answer that is on its way', async () => {
    const cache = await bench.filled();
    const reservation = cache.reserve('new', 0)!;
    bench.record(UNREADABLE_RECORD);
    cache.publish(reservation, 1, 1);
    expect(served(cache)).toEqual([]);
    expect(cache.stats.entryCount).toBe(0);
  });

  test('drops the entries of a partition when members told of more than was heard, for two repairs', async () => {
    const cache = await bench.filled();
    bench.repair(4n, 4n);
    publishAll(cache);
    bench.repair(6n, 4n);
    expect(served(cache)).toEqual([0, 1, 2]);
    bench.repair(6n, 4n);
    expect(served(cache)).toEqual([1, 2]);
  });
});
