import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { EvictionPolicy } from '../../../src/config/sections/near-cache-config.js';
import { NearCacheStore, type StoreLimits } from '../../../src/map/near-cache/near-cache-store.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const UNLIMITED = Number.MAX_SAFE_INTEGER;

function storeWith(limits: Partial<StoreLimits>): NearCacheStore {
  return new NearCacheStore({
    timeToLiveSeconds: 0,
    maxIdleSeconds: 0,
    evictionPolicy: EvictionPolicy.LRU,
    evictionMaxSize: UNLIMITED,
    evictionMaxBytes: UNLIMITED,
    ...limits,
  });
}

function put(store: NearCacheStore, keys: string, bytes = 1): void {
  for (const key of keys) store.put(key, key, bytes, 0, 0);
}

function read(store: NearCacheStore, keys: string): void {
  for (const key of keys) store.hit(store.find(key)!);
}

/** Those of some keys that are there. */
function kept(store: NearCacheStore, keys = 'abcdefgh'): string {
  return keys
    .split('')
    .filter((key) => store.find(key) !== undefined)
    .join('');
}

describe('a full store', () => {
  test('with RANDOM lets go of one, which is any', () => {
    const left = new Set<string>();
    for (let round = 0; round < 200; round++) {
      const store = storeWith({ evictionMaxSize: 3, evictionPolicy: EvictionPolicy.RANDOM });
      put(store, 'abcd');
      expect(store.stats.entryCount).toBe(3);
      for (const key of 'abc') if (store.find(key) === undefined) left.add(key);
    }
    expect([...left].toSorted()).toEqual(['a', 'b', 'c']);
  });
});

describe('time', () => {
  test('an entry is there until its time to live is over, read or not', () => {
    const store = storeWith({ timeToLiveSeconds: 2 });
    put(store, 'a');
    vi.advanceTimersByTime(1999);
    read(store, 'a');
    vi.advanceTimersByTime(1);
    expect(store.find('a')).toBeUndefined();
    expect(store.stats).toMatchObject({ entryCount: 0, expiredCount: 1, evictedCount: 0 });
    expect(store.bytes).toBe(0);
  });

  test('an entry that is read in time is never idle for too long', () => {
    const store = storeWith({ maxIdleSeconds: 2 });
    put(store, 'ab');
    vi.advanceTimersByTime(1500);
    read(store, 'a');
    vi.advanceTimersByTime(1500);
    expect(kept(store)).toBe('a');
  });

  test('an entry that makes room after its time has expired, and was not evicted', () => {
    const store = storeWith({ timeToLiveSeconds: 1, evictionMaxSize: 1 });
    put(store, 'a');
    vi.advanceTimersByTime(1000);
    put(store, 'b');
    expect(store.stats).toMatchObject({ entryCount: 1, expiredCount: 1, evictedCount: 0 });
  });

  test.each([{ timeToLiveSeconds: 1 }, { maxIdleSeconds: 1 }])(
    'with %o: entries that nobody reads again make way for others, without any other limit',
    (limits) => {
      const store = storeWith(limits);
      for (let millis = 0; millis < 20_000; millis++) {
        store.put(`${millis}`, millis, 1, 0, 0);
        vi.advanceTimersByTime(1);
        expect(store.stats.entryCount).toBeLessThanOrEqual(3000);
      }
      expect(store.bytes).toBe(store.stats.entryCount);
      expect(store.stats.expiredCount).toBe(20_000 - store.stats.entryCount);
    },
  );

  test('what has expired is found, too, when most others were dropped before', () => {
    const store = storeWith({ timeToLiveSeconds: 1 });
    put(store, 'abcdefgh');
    for (const key of 'bcdefgh') store.delete(key);
    vi.advanceTimersByTime(1000);
    put(store, 'i');
    expect(store.stats).toMatchObject({ entryCount: 1, expiredCount: 1 });
  });

  test('where none is evicted, new entries are kept again when old ones have expired', () => {
    const limits = { timeToLiveSeconds: 1, evictionMaxSize: 3, evictionPolicy: EvictionPolicy.NONE };
    const store = storeWith(limits);
    put(store, 'abc');
    vi.advanceTimersByTime(1000);
    put(store, 'de');
    expect(kept(store)).toBe('de');
  });
});

test('nothing is left of a cleared store but its figures', () => {
  const store = storeWith({ evictionPolicy: EvictionPolicy.LFU, evictionMaxSize: 2 });
  put(store, 'abc');
  store.clear();
  expect(kept(store)).toBe('');
  expect(store.bytes).toBe(0);
  expect(store.stats).toMatchObject({ entryCount: 0, evictedCount: 1 });
  put(store, 'abc');
  expect(kept(store)).toBe('bc');
});

interface ModelEntry {
  readonly key: string;
  readonly bytes: number;
  uses: number;
  /** Of its last use, or of the last change of its number of uses: the order in which equals leave. */
  turn: number;
}

/** The same rules, by looking at all entries each time. */
class Model {
  entries: ModelEntry[] = [];
  #turn = 0;
  readonly #policy: EvictionPolicy;
  readonly #maxSize: number;
  readonly #maxBytes: number;

  constructor(policy: EvictionPolicy, maxSize: number, maxBytes: number) {
    this.#policy = policy;
    this.#maxSize = maxSize;
    this.#maxBytes = maxBytes;
  }

  put(key: string, bytes: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    const total = (): number => this.entries.reduce((sum, entry) => sum + entry.bytes, 0);
    while (this.entries.length >= this.#maxSize || total() + bytes > this.#maxBytes) {
      if (this.#policy === EvictionPolicy.NONE) return;
      const uses = (entry: ModelEntry): number => (this.#policy === EvictionPolicy.LFU ? entry.uses : 0);
      const [victim] = this.entries.toSorted((a, b) => uses(a) - uses(b) || a.turn - b.turn);
      this.delete(victim.key);
    }
    this.entries.push({ key, bytes, uses: 0, turn: this.#turn++ });
  }

  read(key: string): void {
    const entry = this.entries.find((each) => each.key === key);
    if (entry === undefined) return;
    entry.uses++;
    entry.turn = this.#turn++;
  }

  delete(key: string): void {
    this.entries = this.entries.filter((each) => each.key !== key);
  }
}

test.each([EvictionPolicy.LRU, EvictionPolicy.LFU, EvictionPolicy.NONE])(
  'with %s it keeps what a model keeps',
  (policy) => {
    const keys = 'abcdefgh';
    const key = fc.constantFrom(...keys.split(''));
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), key, bytes: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constant('read' as const), key }),
      fc.record({ kind: fc.constant('delete' as const), key }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = storeWith({ evictionPolicy: policy, evictionMaxSize: 4, evictionMaxBytes: 20 });
        const model = new Model(policy, 4, 20);
        for (const each of steps) {
          if (each.kind === 'put') {
            store.put(each.key, each.key, each.bytes, 0, 0);
            model.put(each.key, each.bytes);
          } else if (each.kind === 'delete') {
            store.delete(each.key);
            model.delete(each.key);
          } else {
            const record = store.find(each.key);
            if (record !== undefined) store.hit(record);
            model.read(each.key);
          }
          const expected = model.entries.map((entry) => entry.key).toSorted();
          expect(kept(store)).toBe(expected.join(''));
          expect(store.bytes).toBe(model.entries.reduce((sum, entry) => sum + entry.bytes, 0));
        }
      }),
      { seed: seedOf('near cache store'), numRuns: 300 },
    );
  },
);
