import { beforeEach, describe, expect, test } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import type { NearCache } from '../../../src/map/near-cache/near-cache.js';
import { LIFE, NearCachesBench, publishAll, served } from './support/near-caches-bench.js';
import { recordOfChange } from './support/records.js';

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
});

describe('a near cache that hears of a change of its own client', () => {
  const OWN = recordOfChange('1', 1, LIFE, 1n, true);
  const name = new ObjectName('near-a');

  /** A near cache whose members have said that they have sent nothing yet. */
  async function quiet(): Promise<NearCache> {
    const cache = await bench.filled();
    bench.repair(0n, 0n, 0n);
    publishAll(cache);
    return cache;
  }

  test('keeps what was read later', async () => {
    const cache = await quiet();
    const reservation = cache.reserve('new', 0)!;
    bench.record(OWN);
    bench.record(recordOfChange('new', 0, LIFE, 1n, true));
    cache.publish(reservation, 1, 1);
    expect(served(cache)).toEqual([0, 1, 2]);
    expect(cache.read('new')?.value).toBe(1);
  });

  test('counts it: the next number is not a gap', async () => {
    const cache = await quiet();
    bench.record(OWN);
    bench.repair(0n, 1n, 0n);
    bench.repair(0n, 1n, 0n);
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test.each([
    ['a call that changes it has failed', '1'],
    ['a call that changes any has failed', undefined],
  ])('drops its entry if %s', async (_, key) => {
    const cache = await quiet();
    bench.caches.onFailedChange(name, key);
    bench.record(recordOfChange('2', 2, LIFE, 1n, true));
    bench.record(OWN);
    expect(served(cache)).toEqual(key === undefined ? [0] : [0, 2]);
  });

  test('drops its entry if the map was destroyed after the call that has failed', async () => {
    const before = await quiet();
    bench.caches.onFailedChange(name, '1');
    await bench.caches.close(before);
    const cache = await quiet();
    bench.record(OWN, 1);
    expect(served(cache)).toEqual([0, 2]);
  });

  test('drops its entry if changes are sent again that may have been made', async () => {
    bench.redoOperation = true;
    const cache = await quiet();
    bench.record(OWN);
    expect(served(cache)).toEqual([0, 2]);
  });

  test('drops all if it was a clear', async () => {
    const cache = await quiet();
    bench.record(recordOfChange(null, 0, LIFE, 1n, true));
    expect(served(cache)).toEqual([]);
  });
});
