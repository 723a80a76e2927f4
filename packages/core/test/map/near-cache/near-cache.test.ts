import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { readNearCaches, type NearCacheConfig } from '../../../src/config/sections/near-cache-config.js';
import { NearCache, type Reservation } from '../../../src/map/near-cache/near-cache.js';
import type { UuidHalves } from '@offloop/values';

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
});

const PARTITIONS = 2;
const KEYS = 4;
/** The partition of the map's name. */
const MAPS_OWN = 1;
const MEMBERS = 2;
/** Milliseconds: a change that is lost just after one repair is announced by the next one, and found by the one after that. */
const STALEST = 2 * MAX_AGE;

/**
 * A map of a cluster whose members number their invalidations, of which some get lost, and some are late. Values count the changes of
 * their key. Where a partition moves, its numbers begin anew; what the member before has told of may still be on its way.
 */
class Cluster {
  readonly #values = Array.from({ length: KEYS }, () => 0);
  /** When each value was replaced, by key. */
  readonly #replaced: number[][] = Array.from({ length: KEYS }, () => []);
  readonly #partitions = Array.from({ length: PARTITIONS }, (_, at) => ({
    owner: at % MEMBERS,
    life: { msb: 0n, lsb: BigInt(at) },
    sequence: 0n,
  }));
  /** What each member has yet to tell. */
  readonly #events: { key: number | null; life: UuidHalves; sequence: bigint }[][] = Array.from(
    { length: MEMBERS },
    () => [],
  );

  read(key: number): number {
    return this.#values[key];
  }

  /** Milliseconds for which a value has not been the key's any more. */
  ageOf(key: number, value: number): number {
    return value === this.#values[key] ? 0 : performance.now() - this.#replaced[key][value];
  }

  change(key: number, isLost: boolean): void {
    const partition = this.#partitions[key % PARTITIONS];
    this.#replace(key);
    partition.sequence++;
    const { owner, life, sequence } = partition;
    if (!isLost) this.#events[owner].push({ key, life, sequence });
  }

  /** All entries change by one call. Members number it once, in the map's own partition; with it the numbers of all begin anew. */
  changeAll(isLost: boolean): void {
    for (let key = 0; key < KEYS; key++) this.#replace(key);
    const { owner, life, sequence } = this.#partitions[MAPS_OWN];
    if (!isLost) this.#events[owner].push({ key: null, life, sequence: sequence + 1n });
    for (const partition of this.#partitions) this.#beginAnew(partition);
  }

  move(at: number): void {
    const partition = this.#partitions[at];
    partition.owner = (partition.owner + 1) % MEMBERS;
    this.#beginAnew(partition);
  }

  /** A member dies, with what it has not told, and another one takes its place. */
  kill(member: number): void {
    this.#events[member].length = 0;
    this.#partitions.forEach(({ owner }, at) => {
      if (owner === member) this.move(at);
    });
  }

  /** A member tells of changes, in their order. */
  deliver(cache: NearCache, member: number, most: number = Infinity): void {
    for (const { key, life, sequence } of this.#events[member].splice(0, most)) {
      if (key === null) cache.clear();
      else cache.invalidate(String(key));
      cache.invalidations.hear(key === null ? MAPS_OWN : key % PARTITIONS, life, sequence);
    }
  }

  repair(cache: NearCache, isStrict: boolean = !cache.isTrusted): void {
    cache.invalidations.beginRepair();
    this.#partitions.forEach(({ life, sequence }, partition) =>
      cache.invalidations.learn(partition, life, sequence, isStrict),
    );
    cache.repaired(performance.now());
  }

  #replace(key: number): void {
    this.#replaced[key].push(performance.now());
    this.#values[key]++;
  }

  #beginAnew(partition: { life: UuidHalves; sequence: bigint }): void {
    partition.life = { msb: partition.life.msb + 1n, lsb: partition.life.lsb };
    partition.sequence = 0n;
  }
}

test('whatever is lost or late, dies or moves: no read is staler than the rules allow, and each is true in the end', () => {
  expect.hasAssertions();
  const key = fc.nat({ max: KEYS - 1 });
  const member = fc.nat({ max: MEMBERS - 1 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), key }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), key }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), key }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), key, isLost: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), isLost: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('deliver' as const),
        member,
        most: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('repair' as const), isForced: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        partition: fc.nat({ max: PARTITIONS - 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), member }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), millis: fc.nat({ max: 3 * MAX_AGE }) }),
    },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
      const cluster = new Cluster();
      const cache = cacheWith({ evictionMaxSize: 3, timeToLiveSeconds: 6 });
      cluster.repair(cache, true);
      const asked: { key: number; value: number; reservation: Reservation | undefined }[] = [];
      const answer = (index: number): void => {
        const [call] = asked.splice(index, 1);
        if (call?.reservation !== undefined) cache.publish(call.reservation, call.value, 1);
      };
      const ages: number[] = [];
      const read = (each: number): void => {
        const record = cache.read(String(each));
        if (record !== undefined) ages.push(cluster.ageOf(each, record.value as number));
      };
      for (const each of steps) {
        if (each.kind === 'ask') {
          const reservation = cache.reserve(String(each.key), each.key % PARTITIONS);
          asked.push({ key: each.key, value: cluster.read(each.key), reservation });
        } else if (each.kind === 'answer') answer(asked.findIndex((call) => call.key === each.key));
        else if (each.kind === 'read') read(each.key);
        else if (each.kind === 'change') cluster.change(each.key, each.isLost);
        else if (each.kind === 'clear') cluster.changeAll(each.isLost);
        else if (each.kind === 'deliver') cluster.deliver(cache, each.member, each.most);
        else if (each.kind === 'repair') cluster.repair(cache, each.isForced || undefined);
        else if (each.kind === 'move') cluster.move(each.partition);
        else if (each.kind === 'kill') cluster.kill(each.member);
        else vi.advanceTimersByTime(each.millis);
      }
      expect(Math.max(0, ...ages)).toBeLessThanOrEqual(STALEST);
      while (asked.length > 0) answer(0);
      for (let at = 0; at < MEMBERS; at++) cluster.deliver(cache, at);
      cluster.repair(cache);
      cluster.repair(cache);
      ages.length = 0;
      for (let at = 0; at < KEYS; at++) read(at);
      expect(ages.filter((age) => age > 0)).toEqual([]);
    }),
    { seed: seedOf('near cache'), numRuns: 2000 },
  );
});
