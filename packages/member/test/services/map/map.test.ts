import { decodeEvent, messages, ErrorCode } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../../../src/index.js';
import { EntryEvent } from '../../../src/services/shared/entry-listeners.js';
import { connected, remoteError, start } from '../../support/harness.js';
import { RawMap } from '../../support/raw-map.js';

const EVERY_EVENT = Object.values(EntryEvent).reduce((sum: number, bit) => sum + bit, 0);
const NEVER = 2n ** 63n - 1n;

let member: Member;
let map: RawMap;

beforeEach(async () => {
  member = await start({ sweepInterval: 5, clientRemoveDelay: 0 });
  map = new RawMap(await connected(member));
});

/** Resolves once the member no longer keeps `key`, which a read could not tell from lazy expiry. */
async function untilSwept(entries: number): Promise<void> {
  while (member.stats().entries['m'] !== entries) await map.client.call(messages.client.ping, {});
}

describe('map reads and writes', () => {
  it('put answers with the old value, set with nothing', async () => {
    expect(await map.put('a', '1')).toBeNull();
    expect(await map.put('a', '2')).toBe('1');
    await map.set('a', '3');
    expect(await map.get('a')).toBe('3');
    expect(await map.get('b')).toBeNull();
  });

  it('keeps values of any size apart from the next request that comes through the same buffer', async () => {
    const sizes = [0, 1, 60, 70, 2_000, 5_000, 300_000];
    await Promise.all(sizes.map((size) => map.set(`k${size}`, String(size % 10).repeat(size))));
    for (const size of sizes) expect(await map.get(`k${size}`)).toBe(String(size % 10).repeat(size));
  });

  it('putIfAbsent stores only where nothing is', async () => {
    expect(await map.putIfAbsent('a', '1')).toBeNull();
    expect(await map.putIfAbsent('a', '2')).toBe('1');
    expect(await map.get('a')).toBe('1');
  });

  it('replace and replaceIfSame store only where something, or that very value, is', async () => {
    expect(await map.replace('a', '1')).toBeNull();
    expect(await map.containsKey('a')).toBe(false);
    expect(await map.replaceIfSame('a', '1', '2')).toBe(false);
    await map.set('a', '1');
    expect(await map.replace('a', '2')).toBe('1');
    expect(await map.replaceIfSame('a', '1', '3')).toBe(false);
    expect(await map.replaceIfSame('a', '2', '3')).toBe(true);
    expect(await map.get('a')).toBe('3');
  });

  it('tryPut and putTransient store', async () => {
    expect(await map.tryPut('a', '1', 0n)).toBe(true);
    await map.putTransient('b', '2');
    expect(await map.entries()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('remove, removeIfSame, delete, tryRemove and evict say what they removed', async () => {
    await map.putAll(['a', 'b', 'c', 'd', 'e'].map((key) => [key, '1']));
    expect(await map.remove('a')).toBe('1');
    expect(await map.remove('a')).toBeNull();
    expect(await map.removeIfSame('b', '2')).toBe(false);
    expect(await map.removeIfSame('b', '1')).toBe(true);
    expect(await map.removeIfSame('b', '1')).toBe(false);
    expect(await map.delete('c')).toBe(true);
    expect(await map.delete('c')).toBe(false);
    expect(await map.tryRemove('d', 0n)).toBe(true);
    expect(await map.tryRemove('d', 0n)).toBe(false);
    expect(await map.evict('e')).toBe(true);
    expect(await map.evict('e')).toBe(false);
    expect(await map.isEmpty()).toBe(true);
  });

  it('answers about many entries at once', async () => {
    await map.putAll([
      ['a', '1'],
      ['b', '2'],
      ['c', '2'],
    ]);
    expect(await map.getAll(['a', 'c', 'x'])).toEqual([
      ['a', '1'],
      ['c', '2'],
    ]);
    expect(await map.keys()).toEqual(['a', 'b', 'c']);
    expect(await map.values()).toEqual(['1', '2', '2']);
    expect(await map.size()).toBe(3);
    expect(await map.containsValue('2')).toBe(true);
    expect(await map.containsValue('3')).toBe(false);
    await map.flush();
    await map.clear();
    expect(await map.entries()).toEqual([]);
    expect(await map.isEmpty()).toBe(true);
  });

  it('keeps maps of different names apart', async () => {
    const other = new RawMap(map.client, 'other');
    await map.set('a', '1');
    expect(await other.get('a')).toBeNull();
    await other.clear();
    expect(await map.size()).toBe(1);
  });

  it('shows an entry in its view', async () => {
    expect(await map.entryView('a')).toBeNull();
    const before = BigInt(Date.now());
    await map.set('a', '1');
    await map.set('a', '2');
    await map.get('a');
    const view = await map.entryView('a');
    expect(view).toMatchObject({ key: 'a', value: '2', version: 1n, hits: 1n });
    expect(view).toMatchObject({ ttl: NEVER, maxIdle: NEVER, expirationTime: NEVER, lastStoredTime: -1n });
    expect(view?.creationTime).toBeGreaterThanOrEqual(before);
    expect(view?.lastUpdateTime).toBeGreaterThanOrEqual(view?.creationTime ?? NEVER);
    await map.putWithMaxIdle('a', '3', 5_000n, 2_000n);
    const limited = await map.entryView('a');
    expect(limited).toMatchObject({ ttl: 5_000n, maxIdle: 2_000n });
    expect((limited?.expirationTime ?? 0n) - (limited?.lastAccessTime ?? 0n)).toBe(2_000n);
  });
});

describe('map expiry', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['put', () => map.put('a', '1', 1n)],
    ['set', () => map.set('a', '1', 1n)],
    ['putIfAbsent', () => map.putIfAbsent('a', '1', 1n)],
    ['putWithMaxIdle', () => map.putWithMaxIdle('a', '1', 0n, 1n)],
    ['setWithMaxIdle', () => map.setWithMaxIdle('a', '1', 1n, 100_000n)],
    ['putIfAbsentWithMaxIdle', () => map.putIfAbsentWithMaxIdle('a', '1', 1n)],
    ['setTtl', async () => [await map.set('a', '1'), await map.setTtl('a', 1n)]],
  ])('removes in time what %s stored with a limit, and leaves the rest', async (_name, store) => {
    await map.set('stays', '1');
    await store();
    await untilSwept(1);
    expect(await map.keys()).toEqual(['stays']);
  });

  it('setTtl answers whether there was an entry', async () => {
    expect(await map.setTtl('a', 1_000n)).toBe(false);
    await map.set('a', '1', 1_000n);
    expect(await map.setTtl('a', 0n)).toBe(true);
    expect(await map.entryView('a')).toMatchObject({ ttl: NEVER });
  });
});

describe('map locks', () => {
  let other: RawMap;

  beforeEach(async () => {
    other = new RawMap(await connected(member, { msb: 9n, lsb: 9n }));
    await map.set('a', '1');
    await other.lock('a');
  });

  /** Resolves when this many calls wait in the member. */
  async function untilWaiting(count: number): Promise<void> {
    while (member.stats().waitingCalls !== count) await other.client.call(messages.client.ping, {});
  }

  it('hold up writes of others until the holder unlocks', async () => {
    const writes = [map.put('a', '2'), map.put('a', '3'), map.remove('a'), map.putIfAbsent('a', '4')];
    await untilWaiting(4);
    await other.set('a', 'mine');
    await other.unlock('a');
    expect(await Promise.all(writes)).toEqual(['mine', '2', '3', null]);
    expect(member.stats().waitingCalls).toBe(0);
  });

  it('belong to a thread of a client', async () => {
    const elsewhere = new RawMap(other.client, 'm', 2n);
    expect((await remoteError(elsewhere.unlock('a'))).errorCode).toBe(ErrorCode.ILLEGAL_MONITOR_STATE);
    expect(await elsewhere.tryPut('a', '2', 0n)).toBe(false);
    expect(await other.tryPut('a', '2', 0n)).toBe(true);
  });

  it('do not hold up reads, other keys, or putAll', async () => {
    expect(await map.get('a')).toBe('1');
    await map.set('b', '1');
    await map.putAll([['a', '2']]);
    expect(await map.entries()).toEqual([
      ['a', '2'],
      ['b', '1'],
    ]);
  });

  it('are waited for as long as a try may last', async () => {
    const timeout = 20n;
    const tries = [map.tryPut('a', '2', timeout), map.tryRemove('a', timeout), map.tryLock('a', timeout)];
    expect(await Promise.all(tries)).toEqual([false, false, false]);
    expect(await map.tryLock('a', 0n)).toBe(false);
    const patient = map.tryPut('a', '2', 100_000n);
    await untilWaiting(1);
    await other.unlock('a');
    expect(await patient).toBe(true);
  });

  it('pass to the next who wants them, and re-enter', async () => {
    const locked = map.lock('a');
    await untilWaiting(1);
    await other.unlock('a');
    await locked;
    await map.lock('a');
    await map.unlock('a');
    expect(await map.isLocked('a')).toBe(true);
    await map.unlock('a');
    expect(await map.isLocked('a')).toBe(false);
  });

  it('end with their lease', async () => {
    await other.unlock('a');
    await other.lock('a', 20n);
    const write = map.put('a', '2');
    expect(await write).toBe('1');
    expect(await map.isLocked('a')).toBe(false);
  });

  it('end by force', async () => {
    await map.forceUnlock('a');
    expect(await map.tryPut('a', '2', 0n)).toBe(true);
  });

  it('end with the last connection of the client that holds them', async () => {
    const second = await connected(member, { msb: 9n, lsb: 9n });
    const write = map.put('a', '2');
    await untilWaiting(1);
    await other.client.close();
    while (member.connections > 2) await second.call(messages.client.ping, {});
    expect(await map.isLocked('a')).toBe(true);
    await second.close();
    expect(await write).toBe('1');
  });

  it('keep entries from clear and evictAll', async () => {
    await map.set('b', '1');
    await map.clear();
    await map.evictAll();
    expect(await map.keys()).toEqual(['a']);
  });

  it('forget the waiting calls of a connection that closes', async () => {
    const third = new RawMap(await connected(member, { msb: 3n, lsb: 3n }));
    const write = third.put('a', 'never').catch(() => 'lost');
    await untilWaiting(1);
    await third.client.close();
    expect(await write).toBe('lost');
    await untilWaiting(0);
    await other.unlock('a');
    expect(await map.get('a')).toBe('1');
  });

  it('are not waited for by more calls of a connection than allowed', async () => {
    const strict = await start({ maxWaitingCalls: 2 });
    const [holder, eager] = [
      new RawMap(await connected(strict, { msb: 1n, lsb: 1n })),
      new RawMap(await connected(strict, { msb: 2n, lsb: 2n })),
    ];
    await holder.lock('a');
    const waiting = [eager.put('a', '1'), eager.put('a', '2')];
    expect((await remoteError(eager.put('a', '3'))).errorCode).toBe(ErrorCode.HAZELCAST_OVERLOAD);
    await holder.unlock('a');
    expect(await Promise.all(waiting)).toEqual([null, '1']);
  });

  it('are not waited for by more bytes of a connection than allowed', async () => {
    const strict = await start({ maxPendingBytes: 10_000 });
    const [holder, eager] = [
      new RawMap(await connected(strict, { msb: 1n, lsb: 1n })),
      new RawMap(await connected(strict, { msb: 2n, lsb: 2n })),
    ];
    await holder.lock('a');
    const waiting = eager.put('a', 'v'.repeat(6_000));
    expect((await remoteError(eager.put('a', 'v'.repeat(6_000)))).errorCode).toBe(
      ErrorCode.HAZELCAST_OVERLOAD,
    );
    await holder.unlock('a');
    await waiting;
    await holder.lock('a');
    const next = eager.put('a', 'v'.repeat(6_000));
    await holder.unlock('a');
    expect(await next).toHaveLength(6_000);
  });
});

describe('entry listeners', () => {
  it('hear of everything they asked for, with values old and new', async () => {
    await map.listen(EVERY_EVENT);
    await map.set('a', '1');
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'a', '1', null]);
    await map.put('a', '2');
    expect(await map.nextEvent()).toEqual([EntryEvent.UPDATED, 'a', '2', '1']);
    await map.remove('a');
    expect(await map.nextEvent()).toEqual([EntryEvent.REMOVED, 'a', null, '2']);
    await map.putAll([['b', '1']]);
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'b', '1', null]);
    await map.evict('b');
    expect(await map.nextEvent()).toEqual([EntryEvent.EVICTED, 'b', null, '1']);
    await map.set('c', '1', 1n);
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'c', '1', null]);
    expect(await map.nextEvent()).toEqual([EntryEvent.EXPIRED, 'c', null, '1']);
  });

  it('hear of clear and evictAll once, with the number of entries, and not at all when there were none', async () => {
    await map.listen(EntryEvent.CLEAR_ALL + EntryEvent.EVICT_ALL);
    await map.clear();
    await map.putAll([
      ['a', '1'],
      ['b', '1'],
    ]);
    await map.clear();
    expect(await map.nextEvent()).toEqual([EntryEvent.CLEAR_ALL, 2]);
    await map.set('a', '1');
    await map.evictAll();
    expect(await map.nextEvent()).toEqual([EntryEvent.EVICT_ALL, 1]);
    expect(map.client.pendingEvents).toBe(0);
  });

  it('hear as a 5.6.0 member tells it of tryPut and delete', async () => {
    await map.set('a', '1');
    await map.listen(EVERY_EVENT);
    await map.tryPut('a', '2', 0n);
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'a', '2', null]);
    await map.delete('a');
    expect(await map.nextEvent()).toEqual([EntryEvent.REMOVED, 'a', null, null]);
  });

  it('hear only of the kinds and the key they asked for', async () => {
    await map.listenToKey('b', EntryEvent.UPDATED);
    await map.putAll([
      ['a', '1'],
      ['b', '1'],
    ]);
    await map.putAll([
      ['a', '2'],
      ['b', '2'],
    ]);
    await map.remove('b');
    expect(await map.nextEvent(messages.map.addEntryListenerToKey)).toEqual([
      EntryEvent.UPDATED,
      'b',
      '2',
      '1',
    ]);
    expect(map.client.pendingEvents).toBe(0);
  });

  it('get no values unless they asked for them', async () => {
    await map.listen(EVERY_EVENT, false);
    await map.set('a', '1');
    await map.set('a', '2');
    expect(await map.nextEvent()).toEqual([EntryEvent.ADDED, 'a', null, null]);
    expect(await map.nextEvent()).toEqual([EntryEvent.UPDATED, 'a', null, null]);
  });

  it('hear of what others do, until they are removed', async () => {
    const watcher = new RawMap(await connected(member, { msb: 4n, lsb: 4n }));
    const id = await watcher.listen(EVERY_EVENT);
    await map.set('a', '1');
    expect(await watcher.nextEvent()).toEqual([EntryEvent.ADDED, 'a', '1', null]);
    expect(await watcher.unlisten(id)).toBe(true);
    expect(await watcher.unlisten(id)).toBe(false);
    await map.set('a', '2');
    await watcher.size();
    expect(watcher.client.pendingEvents).toBe(0);
  });
});

it('names each map that it is asked about for near caches, also one that is not there yet', async () => {
  const uuid = { msb: 0n, lsb: 0n };
  const asked = { names: ['none', 'm'], uuid };
  await map.set('a', '1');
  const { namePartitionSequenceList } = await map.client.call(
    messages.map.fetchNearCacheInvalidationMetadata,
    asked,
  );
  expect(namePartitionSequenceList).toEqual([
    ['none', []],
    ['m', []],
  ]);
});

describe('near caches', () => {
  const listener = messages.map.addNearCacheInvalidationListener;
  const numbers = async (): Promise<bigint[]> => {
    const asked = { names: ['m'], uuid: { msb: 0n, lsb: 0n } };
    const { namePartitionSequenceList: maps } = await map.client.call(
      messages.map.fetchNearCacheInvalidationMetadata,
      asked,
    );
    return maps[0][1].map(([, sequence]) => sequence);
  };
  const listen = async () =>
    (await map.client.call(listener, { name: 'm', listenerFlags: 256, localOnly: true })).response;
  const nextKey = async (): Promise<Buffer | null> =>
    decodeEvent(listener, 'IMapInvalidation', await map.client.nextEvent()).key;

  it('have changes numbered while one listens, and no longer', async () => {
    await map.set('a', '1');
    expect(await numbers()).toEqual([]);
    const id = await listen();
    await map.set('a', '2');
    expect(await numbers()).toEqual([1n]);
    expect(await map.unlisten(id)).toBe(true);
    await map.set('a', '3');
    expect(await numbers()).toEqual([1n]);
  });

  it('hear of a clear when the map is destroyed, which forgets them and their numbers', async () => {
    // Another's listener, for which the map itself stays.
    await new RawMap(await connected(member, { msb: 4n, lsb: 4n })).listen(EVERY_EVENT);
    const id = await listen();
    await map.set('a', '1');
    expect(await nextKey()).not.toBeNull();
    await map.client.call(messages.client.destroyProxy, { name: 'm', serviceName: 'hz:impl:mapService' });
    expect(await nextKey()).toBeNull();
    expect(await numbers()).toEqual([]);
    expect(await map.unlisten(id)).toBe(false);
    await listen();
    await map.set('a', '1');
    expect(await numbers()).toEqual([1n]);
  });
});
