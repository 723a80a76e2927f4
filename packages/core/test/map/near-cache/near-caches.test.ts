import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ToWorker } from '@offloop/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { resolveConfig } from '../../../src/config/client-config.js';
import { NearCaches } from '../../../src/map/near-cache/near-caches.js';
import type { NearCache } from '../../../src/map/near-cache/near-cache.js';
import type { ListenerRegistry, ListenerRequests } from '../../../src/objects/listeners/listener-registry.js';
import { recordOfNumbers, recordOfChange, UNREADABLE_RECORD } from './support/records.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const LIFE = { msb: 1n, lsb: 2n };
const PARTITIONS = 3;

let told: ToWorker[];
let lines: string[];
let listeners: ListenerRequests[];
let removed: string[];
/** Whether members still know a listener that is to be replaced. */
let isKnown: boolean;
let smartRouting: boolean;
let redoOperation: boolean;
/** Resolves when a listener is there; rejects when it is refused. */
let confirmed: Promise<void>;
let caches: NearCaches;
beforeEach(() => {
  told = [];
  lines = [];
  listeners = [];
  removed = [];
  isKnown = smartRouting = true;
  redoOperation = false;
  confirmed = Promise.resolve();
  const config = resolveConfig({ nearCaches: { 'near-*': {} } });
  const log = (_source: string, message: string): number => lines.push(message);
  const logger = { log: () => undefined, error: log, warn: log, info: log, debug: log, trace: log };
  const registry = {
    add: async (requests: ListenerRequests) => {
      const id = String(listeners.push(requests));
      await confirmed;
      return id;
    },
    remove: (id: string) => Promise.resolve(removed.push(id) > 0),
    withdraw: (id: string) => Promise.resolve(removed.push(id) > 0 && isKnown),
  };
  caches = new NearCaches(config.nearCaches, config.properties, {
    listeners: registry as unknown as ListenerRegistry,
    serialization: config.serialization,
    get smartRouting() {
      return smartRouting;
    },
    get redoOperation() {
      return redoOperation;
    },
    statisticsPeriodMillis: 0,
    invoker: { partitionCount: PARTITIONS },
    logger,
    tell: (message) => told.push(message),
  });
});

function record(bytes: Buffer, listener = 0): void {
  listeners[listener].onEvent(bytes, 0, bytes.length);
}

/** The members say how many invalidations they have sent of each partition. */
function repair(...sequences: readonly bigint[]): void {
  caches.repair();
  record(
    recordOfNumbers(
      sequences.map((sequence, partition) => [partition, sequence]),
      LIFE,
    ),
  );
  caches.onAsked(null);
}

/** A near cache that the members were asked for, and its entries `0` to `2`, one in each partition. */
async function filled(name = 'near-a'): Promise<NearCache> {
  const cache = caches.open(new ObjectName(name));
  await nextTurn();
  caches.onAsked(null);
  for (let partition = 0; partition < PARTITIONS; partition++)
    cache.publish(cache.reserve(String(partition), partition)!, partition, 1);
  told = [];
  return cache;
}

const served = (cache: NearCache): number[] =>
  [0, 1, 2].filter((key) => cache.read(String(key)) !== undefined);

describe('a near cache', () => {
  test('is used when its listener is there and the members were asked', async () => {
    const cache = caches.open(new ObjectName('near-a'));
    expect(cache.isTrusted).toBe(false);
    await nextTurn();
    expect(listeners[0].nearCache).toBe('near-a');
    expect(told).toEqual([{ type: 'ask-invalidations', maps: ['near-a'] }]);
    expect(cache.isTrusted).toBe(false);
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
  });

  test('drops what was changed, or all', async () => {
    const cache = await filled();
    record(recordOfChange('1', 1, LIFE, 1n));
    expect(served(cache)).toEqual([0, 2]);
    record(recordOfChange(null, 0, LIFE, 1n));
    expect(served(cache)).toEqual([]);
  });

  describe('that hears of a change of its own client', () => {
    const OWN = recordOfChange('1', 1, LIFE, 1n, true);
    const name = new ObjectName('near-a');

    /** A near cache whose members have said that they have sent nothing yet. */
    async function quiet(): Promise<NearCache> {
      const cache = await filled();
      repair(0n, 0n, 0n);
      for (let key = 0; key < PARTITIONS; key++) cache.publish(cache.reserve(`${key}`, key)!, key, 1);
      return cache;
    }

    test('keeps what was read later', async () => {
      const cache = await quiet();
      const reservation = cache.reserve('new', 0)!;
      record(OWN);
      record(recordOfChange('new', 0, LIFE, 1n, true));
      cache.publish(reservation, 1, 1);
      expect(served(cache)).toEqual([0, 1, 2]);
      expect(cache.read('new')?.value).toBe(1);
    });

    test('counts it: the next number is not a gap', async () => {
      const cache = await quiet();
      record(OWN);
      repair(0n, 1n, 0n);
      repair(0n, 1n, 0n);
      expect(served(cache)).toEqual([0, 1, 2]);
    });

    test('drops its entry if a call that changes it has failed', async () => {
      const cache = await quiet();
      caches.onFailedChange(name, '1');
      record(recordOfChange('2', 2, LIFE, 1n, true));
      record(OWN);
      expect(served(cache)).toEqual([0, 2]);
    });

    test('drops its entry if a call that changes any has failed', async () => {
      const cache = await quiet();
      caches.onFailedChange(name, undefined);
      record(OWN);
      expect(served(cache)).toEqual([0, 2]);
    });

    test('drops its entry if the map was destroyed after the call that has failed', async () => {
      const before = await quiet();
      caches.onFailedChange(name, '1');
      await caches.close(before);
      const cache = await quiet();
      record(OWN, 1);
      expect(served(cache)).toEqual([0, 2]);
    });

    test('drops its entry if changes are sent again that may have been made', async () => {
      redoOperation = true;
      const cache = await quiet();
      record(OWN);
      expect(served(cache)).toEqual([0, 2]);
    });

    test('drops all if it was a clear', async () => {
      const cache = await quiet();
      record(recordOfChange(null, 0, LIFE, 1n, true));
      expect(served(cache)).toEqual([]);
    });
  });

  describe('is waited for', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    const name = new ObjectName('near-a');

    /** Opens one. @returns whether it is waited for still. */
    function opened(): () => Promise<boolean> {
      caches.open(name);
      let isOpen = false;
      void caches.opened(name).then(() => (isOpen = true));
      return async () => {
        await vi.advanceTimersByTimeAsync(0);
        return !isOpen;
      };
    }

    test('until members were asked', async () => {
      const isWaitedFor = opened();
      expect(await isWaitedFor()).toBe(true);
      caches.onAsked(null);
      expect(await isWaitedFor()).toBe(false);
    });

    test('for five seconds at most when that fails, unless it succeeds then', async () => {
      for (const succeeds of [true, false]) {
        const isWaitedFor = opened();
        expect(await isWaitedFor()).toBe(true);
        caches.onAsked('there is no connection to a member');
        await vi.advanceTimersByTimeAsync(4999);
        expect(await isWaitedFor()).toBe(true);
        if (succeeds) {
          caches.repair();
          caches.onAsked(null);
        } else await vi.advanceTimersByTimeAsync(1);
        expect(await isWaitedFor()).toBe(false);
      }
    });

    test('for five seconds at most when a member is silent', async () => {
      confirmed = new Promise(() => undefined);
      const isWaitedFor = opened();
      await vi.advanceTimersByTimeAsync(4999);
      expect(await isWaitedFor()).toBe(true);
      await vi.advanceTimersByTimeAsync(1);
      expect(await isWaitedFor()).toBe(false);
    });

    test('not when its listener is refused', async () => {
      confirmed = Promise.reject(new Error('no'));
      expect(await opened()()).toBe(false);
    });

    test('not when it is closed, or all are ended', async () => {
      for (const end of [() => void caches.close(caches.present(name)!), () => caches.end()]) {
        const isWaitedFor = opened();
        expect(await isWaitedFor()).toBe(true);
        caches.onAsked('there is no connection to a member');
        end();
        expect(await isWaitedFor()).toBe(false);
      }
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  test('drops all when it cannot be read what was changed, and keeps no answer that is on its way', async () => {
    const cache = await filled();
    const reservation = cache.reserve('new', 0)!;
    record(UNREADABLE_RECORD);
    cache.publish(reservation, 1, 1);
    expect(served(cache)).toEqual([]);
    expect(cache.stats.entryCount).toBe(0);
  });

  test('drops the entries of a partition when members told of more than was heard, for two repairs', async () => {
    const cache = await filled();
    repair(4n, 4n);
    for (let key = 0; key < PARTITIONS; key++) cache.publish(cache.reserve(`${key}`, key)!, key, 1);
    repair(6n, 4n);
    expect(served(cache)).toEqual([0, 1, 2]);
    repair(6n, 4n);
    expect(served(cache)).toEqual([1, 2]);
  });
});

describe('after a clear', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const CLEAR = recordOfChange(null, 0, LIFE, 8n);
  const passes = async (millis: number): Promise<void> => {
    vi.advanceTimersByTime(millis);
    await nextTurn();
  };
  const publish = (cache: NearCache, partition: number): void =>
    cache.publish(cache.reserve(`${partition}`, partition)!, partition, 1);

  test('the numbers that it left out are lost when members are asked, soon after it, and nothing is dropped later', async () => {
    const cache = await filled();
    repair(7n, 4n, 4n);
    record(CLEAR);
    for (const partition of [0, 1, 2]) publish(cache, partition);
    await passes(199);
    expect(served(cache)).toEqual([0, 1, 2]);
    told = [];
    await passes(1);
    expect(told).toEqual([{ type: 'ask-invalidations', maps: ['near-a'] }]);
    const numbers = recordOfNumbers(
      [
        [0, 8n],
        [1, 5n],
        [2, 4n],
      ],
      LIFE,
    );
    record(numbers);
    caches.onAsked(null);
    expect(served(cache)).toEqual([0, 2]);
    publish(cache, 1);
    await passes(20_000);
    repair(8n, 5n, 4n);
    repair(8n, 5n, 4n);
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test('a near cache listens anew, and keeps what it has where all members knew the listener before', async () => {
    const cache = await filled();
    record(CLEAR);
    await passes(200);
    caches.onAsked(null);
    publish(cache, 1);
    await passes(1799);
    expect(listeners).toHaveLength(1);
    told = [];
    let confirm = (): void => undefined;
    confirmed = new Promise((resolve) => (confirm = resolve));
    await passes(1);
    expect(listeners).toHaveLength(2);
    // Meanwhile the map may have been destroyed: then nobody tells of changes.
    expect(cache.isTrusted).toBe(false);
    expect(removed).toEqual([]);
    confirm();
    await nextTurn();
    expect(removed).toEqual(['1']);
    expect(served(cache)).toEqual([1]);
    expect(told).toEqual([]);
  });

  test('that is known only by numbers that began anew, it listens anew, and drops all', async () => {
    const cache = await filled();
    repair(7n, 7n, 0n);
    for (const partition of [0, 1, 2]) publish(cache, partition);
    repair(7n, 7n, 0n);
    expect(served(cache)).toEqual([0, 1, 2]);
    repair(0n, 7n, 0n);
    expect(served(cache)).toEqual([1, 2]);
    isKnown = false;
    await passes(2000);
    expect(listeners).toHaveLength(2);
    expect(served(cache)).toEqual([]);
  });

  test('a near cache whose new listener is refused serves nothing, and tries again', async () => {
    const cache = await filled();
    record(CLEAR);
    await passes(200);
    caches.onAsked(null);
    publish(cache, 1);
    confirmed = Promise.reject(new Error('refused'));
    await passes(1800);
    expect(removed).toEqual([]);
    expect(cache.isTrusted).toBe(false);
    confirmed = Promise.resolve();
    await passes(2000);
    expect(listeners).toHaveLength(3);
    expect(removed).toEqual(['1']);
    expect(served(cache)).toEqual([1]);
  });

  test.each([
    ['where a member did not know the listener any more: the map was destroyed', false, true],
    ['with one connection, whose member does not speak for the others', true, false],
  ])('a near cache drops what it has %s', async (_, knows, hasAll) => {
    isKnown = knows;
    smartRouting = hasAll;
    const cache = await filled();
    record(CLEAR);
    await passes(200);
    caches.onAsked(null);
    publish(cache, 1);
    told = [];
    await passes(1800);
    expect(listeners).toHaveLength(2);
    expect(removed).toEqual(['1']);
    expect(cache.stats.entryCount).toBe(0);
    expect(cache.isTrusted).toBe(false);
    expect(told).toEqual([{ type: 'ask-invalidations', maps: ['near-a'] }]);
    record(recordOfNumbers([[0, 1n]], LIFE), 1);
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
    // The numbers began anew, too: 3 is missing.
    publish(cache, 0);
    record(recordOfChange('other', 0, LIFE, 2n), 1);
    record(recordOfChange('other', 0, LIFE, 4n), 1);
    expect(served(cache)).toEqual([0]);
    caches.repair();
    expect(served(cache)).toEqual([]);
  });

  test('another that comes before it listens anew makes it do so once more', async () => {
    await filled();
    record(CLEAR);
    await passes(1500);
    record(CLEAR);
    await passes(500);
    expect(listeners).toHaveLength(2);
    await passes(2000);
    expect(listeners).toHaveLength(3);
    expect(removed).toEqual(['1', '2']);
    await passes(20_000);
    expect(listeners).toHaveLength(3);
  });

  test('a repair that was under way does not speak for what comes after', async () => {
    isKnown = false;
    const cache = await filled();
    record(CLEAR);
    await passes(2000);
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(false);
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
  });

  test('a near cache that was closed, or whose client was, listens no more', async () => {
    const closed = [await filled('near-a'), await filled('near-b')];
    await filled('near-c');
    await filled('near-d');
    record(CLEAR, 0);
    for (const cache of closed) await caches.close(cache);
    record(CLEAR, 1);
    record(CLEAR, 2);
    caches.end();
    record(CLEAR, 3);
    expect(vi.getTimerCount()).toBe(0);
    await passes(2000);
    expect(listeners).toHaveLength(4);
  });

  test('a near cache that is closed before its first listener is there does not get another', async () => {
    let confirm = (): void => undefined;
    confirmed = new Promise((resolve) => (confirm = resolve));
    const cache = caches.open(new ObjectName('near-a'));
    record(CLEAR);
    await passes(2000);
    const closed = caches.close(cache);
    confirm();
    await closed;
    expect(listeners).toHaveLength(1);
    expect(removed).toEqual(['1']);
  });
});

describe('hostile numbers', () => {
  test.each([-1, PARTITIONS, 2 ** 31 - 1, -(2 ** 31)])(
    'of partition %d change nothing',
    async (partition) => {
      const cache = await filled();
      caches.repair();
      record(recordOfNumbers([[partition, 7n]], LIFE));
      caches.onAsked(null);
      expect(served(cache)).toEqual([0, 1, 2]);
    },
  );

  test.each([2n ** 63n - 1n, -(2n ** 63n)])('up to %d make a partition stale at most', async (sequence) => {
    const cache = await filled();
    for (let round = 0; round < 3; round++) {
      caches.repair();
      record(recordOfNumbers([[0, round % 2 === 0 ? sequence : 0n]], LIFE));
      caches.onAsked(null);
      record(recordOfChange('0', 0, LIFE, sequence));
    }
    expect(served(cache)).toEqual([1, 2]);
  });

  test('that nobody asked for change nothing', async () => {
    const cache = await filled();
    record(recordOfNumbers([[0, 7n]], LIFE));
    expect(served(cache)).toEqual([0, 1, 2]);
    caches.onAsked(null);
    expect(told).toEqual([]);
  });
});

describe('a repair', () => {
  test('that only one near cache has a reason for is not one of the others, whose invalidations may still be collected', async () => {
    const cache = await filled('near-a');
    repair(0n, 0n, 0n);
    for (let key = 0; key < PARTITIONS; key++) cache.publish(cache.reserve(`${key}`, key)!, key, 1);
    for (const name of ['near-b', 'near-c']) {
      caches.open(new ObjectName(name));
      await nextTurn();
      record(recordOfNumbers([[1, 1n]], LIFE));
      caches.onAsked(null);
    }
    expect(served(cache)).toEqual([0, 1, 2]);
  });

  test('is of all near caches when a member told of nothing for a while', async () => {
    await filled('near-a');
    caches.onConnectionLost();
    caches.open(new ObjectName('near-b'));
    await nextTurn();
    expect(told).toEqual([{ type: 'ask-invalidations', maps: ['near-a', 'near-b'] }]);
  });

  test('that is asked for during another follows it, once', async () => {
    await filled();
    for (let i = 0; i < 5; i++) caches.repair();
    expect(told).toHaveLength(1);
    caches.onAsked(null);
    expect(told).toHaveLength(2);
    caches.onAsked(null);
    expect(told).toHaveLength(2);
  });

  test.each([
    ['lost', (): void => caches.onConnectionLost()],
    ['opened', (): void => caches.onConnectionOpened()],
  ])(
    'drops all after a connection was %s: what a member does not tell it does not count',
    async (_, happen) => {
      const cache = await filled();
      repair(4n, 4n, 4n);
      for (const key of [0, 1, 2]) cache.publish(cache.reserve(`${key}`, key)!, key, 1);
      const reservation = cache.reserve('early', 0)!;
      happen();
      caches.repair();
      caches.onAsked('a member is silent');
      expect(lines.at(-1)).toContain('a member is silent');
      expect(served(cache)).toEqual([0, 1, 2]);
      repair(4n, 4n, 4n);
      cache.publish(reservation, 1, 1);
      expect(cache.stats.entryCount).toBe(0);
      cache.publish(cache.reserve('0', 0)!, 0, 1);
      repair(4n, 4n, 4n);
      expect(served(cache)).toEqual([0]);
    },
  );

  test('that was under way when a connection was lost does not speak for what comes after', async () => {
    const cache = await filled();
    caches.repair();
    caches.onConnectionLost();
    caches.onAsked(null);
    expect(served(cache)).toEqual([0, 1, 2]);
    repair();
    expect(cache.stats.entryCount).toBe(0);
  });

  test('that failed makes the next one settle what was lost', async () => {
    const cache = await filled();
    caches.repair();
    record(recordOfNumbers([[0, 1n]], LIFE));
    caches.onAsked(null);
    cache.publish(cache.reserve('0', 0)!, 0, 1);
    caches.repair();
    caches.onAsked('a member is silent');
    expect(served(cache)).toEqual([0, 1, 2]);
    caches.repair();
    record(recordOfNumbers([[0, 2n]], LIFE));
    caches.onAsked(null);
    expect(served(cache)).toEqual([1, 2]);
  });

  test('ends with the worker that was asked, and the next connection begins another', async () => {
    await filled();
    caches.repair();
    caches.onRestart();
    expect(told).toHaveLength(1);
    caches.onConnectionOpened();
    expect(told).toHaveLength(2);
  });

  test('counts for nothing when the cluster changes under it', async () => {
    const cache = await filled();
    caches.repair();
    caches.onChangedCluster();
    record(recordOfNumbers([[0, 50n]], LIFE));
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(false);
    expect(told).toHaveLength(2);
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
  });

  test('is tried again when members come or go, while values are not served', async () => {
    const cache = caches.open(new ObjectName('near-a'));
    await nextTurn();
    caches.onAsked('no member is known');
    expect(cache.isTrusted).toBe(false);
    caches.onMembers();
    caches.onAsked(null);
    expect(cache.isTrusted).toBe(true);
    told = [];
    caches.onMembers();
    expect(told).toEqual([]);
  });

  test('is not made for a near cache that is not told of changes, nor after the end', async () => {
    caches.repair();
    expect(told).toEqual([]);
    const cache = await filled();
    caches.end();
    caches.repair();
    expect(told).toEqual([]);
    expect(cache.isTrusted).toBe(false);
  });
});
