import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { readNearCaches, type NearCacheConfig } from '../../../src/config/near-cache-config.js';
import { NearCache, type Reservation } from '../../../src/map/near-cache/near-cache.js';
import { seed } from '../../cluster/support/random.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MAX_AGE = 1000;
const LIFE = { msb: 1n, lsb: 2n };

function cacheWith(config: NearCacheConfig = {}): NearCache {
  const resolved = readNearCaches({ map: config }, 'nearCaches').find('map')!;
  return new NearCache(resolved, { toleratedMisses: 10, maxAgeMillis: MAX_AGE });
}

/** A near cache whose members were just asked. */
function trustedCache(config?: NearCacheConfig): NearCache {
  const cache = cacheWith(config);
  cache.repaired(performance.now());
  return cache;
}

function keep(cache: NearCache, key: string, value: unknown): void {
  cache.publish(cache.reserve(key, 0)!, value, 1);
}

describe('a near cache', () => {
  test('keeps nothing and serves nothing before members were asked', () => {
    const cache = cacheWith();
    expect(cache.reserve('k', 0)).toBeUndefined();
    expect(cache.read('k')).toBeUndefined();
    expect(cache.stats).toMatchObject({ missCount: 1, hitCount: 0 });
  });

  test('serves nothing when members were not asked for too long, and goes on when they were', () => {
    const cache = trustedCache();
    keep(cache, 'k', 1);
    vi.advanceTimersByTime(MAX_AGE);
    expect(cache.read('k')?.value).toBe(1);
    vi.advanceTimersByTime(1);
    expect(cache.read('k')).toBeUndefined();
    cache.repaired(performance.now());
    expect(cache.read('k')?.value).toBe(1);
  });

  test('needs no repair when it is not told of changes', () => {
    const cache = cacheWith({ invalidateOnChange: false });
    keep(cache, 'k', 1);
    vi.advanceTimersByTime(100 * MAX_AGE);
    expect(cache.read('k')?.value).toBe(1);
    cache.forget();
    expect(cache.read('k')).toBeUndefined();
    keep(cache, 'k', 2);
    expect(cache.read('k')?.value).toBe(2);
  });

  test.each([
    ['its key is invalidated', (cache: NearCache) => cache.invalidate('k')],
    ['all is cleared', (cache: NearCache) => cache.clear()],
    ['its partition went stale', (cache: NearCache) => cache.invalidations.hear(0, LIFE, 1n)],
    ['the cluster is another', (cache: NearCache) => cache.forget()],
    ['it is closed', (cache: NearCache) => cache.close()],
  ])('does not keep an answer when %s while it is on its way', (_, happen) => {
    const cache = trustedCache();
    const reservation = cache.reserve('k', 0)!;
    happen(cache);
    cache.publish(reservation, 'old', 1);
    cache.repaired(performance.now());
    expect(cache.read('k')).toBeUndefined();
  });

  test('keeps the answer of one call at a time, and of the next when that failed', () => {
    const cache = trustedCache();
    const first = cache.reserve('k', 0)!;
    expect(cache.reserve('k', 0)).toBeUndefined();
    cache.release(first);
    const second = cache.reserve('k', 0)!;
    cache.publish(first, 'first', 1);
    expect(cache.read('k')).toBeUndefined();
    cache.publish(second, 'second', 1);
    expect(cache.read('k')?.value).toBe('second');
  });

  test('serves what is left of a partition that went stale no more', () => {
    const cache = trustedCache();
    cache.publish(cache.reserve('a', 1)!, 1, 1);
    cache.publish(cache.reserve('b', 2)!, 2, 1);
    cache.invalidations.hear(1, LIFE, 1n);
    expect(cache.read('a')).toBeUndefined();
    expect(cache.read('b')?.value).toBe(2);
    expect(cache.stats.entryCount).toBe(1);
  });
});

const PARTITIONS = 2;
const KEYS = 6;

/** A map of a cluster that numbers its invalidations, of which some get lost. Values count the changes of their key. */
class Cluster {
  readonly #values = Array.from({ length: KEYS }, () => 0);
  readonly #sequences = Array.from({ length: PARTITIONS }, () => 0n);
  readonly #events: { key: number; partition: number; sequence: bigint }[] = [];

  read(key: number): number {
    return this.#values[key];
  }

  change(key: number, isLost: boolean): void {
    const partition = key % PARTITIONS;
    this.#values[key]++;
    this.#sequences[partition]++;
    if (!isLost) this.#events.push({ key, partition, sequence: this.#sequences[partition] });
  }

  /** Tells of the changes that are waiting, in their order. */
  deliver(cache: NearCache, most = Infinity): void {
    for (const { key, partition, sequence } of this.#events.splice(0, most)) {
      cache.invalidate(String(key));
      cache.invalidations.hear(partition, LIFE, sequence);
    }
  }

  repair(cache: NearCache, isStrict = false): void {
    cache.invalidations.beginRepair();
    this.#sequences.forEach((sequence, partition) =>
      cache.invalidations.learn(partition, LIFE, sequence, isStrict),
    );
    cache.repaired(performance.now());
  }
}

test('whatever gets lost or is late: after the events that are left and two repairs, each read is true', () => {
  expect.hasAssertions();
  const key = fc.nat({ max: KEYS - 1 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), key }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), key }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), key, isLost: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('deliver' as const), most: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('repair' as const), isStrict: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), millis: fc.nat({ max: 2 * MAX_AGE }) }),
    },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const cluster = new Cluster();
      const cache = cacheWith({ evictionMaxSize: 4, timeToLiveSeconds: 3 });
      cluster.repair(cache, true);
      const asked: { key: number; value: number; reservation: Reservation | undefined }[] = [];
      const answer = (index: number): void => {
        const [call] = asked.splice(index, 1);
        if (call?.reservation !== undefined) cache.publish(call.reservation, call.value, 1);
      };
      for (const each of steps) {
        if (each.kind === 'ask') {
          const reservation = cache.reserve(String(each.key), each.key % PARTITIONS);
          asked.push({ key: each.key, value: cluster.read(each.key), reservation });
        } else if (each.kind === 'answer') answer(asked.findIndex((call) => call.key === each.key));
        else if (each.kind === 'change') cluster.change(each.key, each.isLost);
        else if (each.kind === 'deliver') cluster.deliver(cache, each.most);
        else if (each.kind === 'repair') cluster.repair(cache, each.isStrict);
        else vi.advanceTimersByTime(each.millis);
      }
      while (asked.length > 0) answer(0);
      cluster.deliver(cache);
      cluster.repair(cache);
      cluster.repair(cache);
      const keys = Array.from({ length: KEYS }, (_, each) => each);
      const wrong = keys.filter((each) => {
        const record = cache.read(String(each));
        return record !== undefined && record.value !== cluster.read(each);
      });
      expect(wrong).toEqual([]);
    }),
    { seed, numRuns: 1000 },
  );
});
