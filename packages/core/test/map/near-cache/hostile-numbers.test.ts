import { beforeEach, describe, expect, test } from 'vitest';

import { LIFE, NearCachesBench, PARTITIONS, served } from './support/near-caches-bench.js';
import { recordOfChange, recordOfNumbers, UNREADABLE_RECORD } from './support/records.js';

let bench: NearCachesBench;
beforeEach(() => {
  bench = new NearCachesBench();
});

describe('hostile numbers', () => {
  test.each([-1, PARTITIONS, 2 ** 31 - 1, -(2 ** 31)])(
    'of partition %d change nothing',
    async (partition) => {
      const cache = await bench.filled();
      bench.caches.repair();
      bench.record(recordOfNumbers([[partition, 7n]], LIFE));
      bench.caches.onAsked(null);
      expect(served(cache)).toEqual([0, 1, 2]);
    },
  );

  test.each([2n ** 63n - 1n, -(2n ** 63n)])('up to %d make a partition stale at most', async (sequence) => {
    const cache = await bench.filled();
    for (let round = 0; round < 3; round++) {
      bench.caches.repair();
      bench.record(recordOfNumbers([[0, round % 2 === 0 ? sequence : 0n]], LIFE));
      bench.caches.onAsked(null);
      bench.record(recordOfChange('0', 0, LIFE, sequence));
    }
    expect(served(cache)).toEqual([1, 2]);
  });

  test('that nobody asked for change nothing', async () => {
    const cache = await bench.filled();
    bench.record(recordOfNumbers([[0, 7n]], LIFE));
    expect(served(cache)).toEqual([0, 1, 2]);
    bench.caches.onAsked(null);
    expect(bench.told).toEqual([]);
  });
});

test('a near cache drops all when it cannot be read what was changed, and keeps no answer that is on its way', async () => {
  const cache = await bench.filled();
  const reservation = cache.reserve('new', 0)!;
  bench.record(UNREADABLE_RECORD);
  cache.publish(reservation, 1, 1);
  expect(served(cache)).toEqual([]);
  expect(cache.stats.entryCount).toBe(0);
});
