import {
  OperationTimeoutError,
  type Client,
  type DataInput,
  type DataOutput,
  type IMap,
  type NearCacheConfig,
} from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, connect, eventually, freshMap } from '../client/support/client-bench.js';

const member = await embeddedMember();

interface Bench {
  readonly client: Client;
  readonly map: IMap<unknown, unknown>;
  /** The same map, for another client. */
  readonly other: IMap<unknown, unknown>;
  /** Hits and misses since the last call of this. */
  readonly counts: () => [hits: number, misses: number];
  readonly entries: () => number;
  /** Resolves when the near cache, in which nothing must be, has heard of all changes that were made by now. */
  readonly quiet: () => Promise<void>;
}

/** A map with a near cache that is in use already, and the map of a client that has none. */
async function nearMap(config: NearCacheConfig = {}): Promise<Bench> {
  const { client } = await connect(member.address, { nearCaches: { 'map-*': config } });
  const { client: second } = await connect(member.address);
  const map = await freshMap<unknown, unknown>(client);
  const other = await second.getMap<unknown, unknown>(map.getName());
  const stats = () => client.stats().nearCaches[map.getName()];
  await inUse(map, () => stats().hitCount > 0);
  let before = stats();
  const entries = (): number => stats().entryCount;
  const counts = (): [number, number] => {
    const last = before;
    before = stats();
    return [before.hitCount - last.hitCount, before.missCount - last.missCount];
  };
  const quiet = async (): Promise<void> => {
    await map.get('marker');
    await other.set('marker', 1);
    await eventually(() => entries() === 0);
    await other.delete('marker');
    counts();
  };
  if (config.invalidateOnChange !== false) await quiet();
  return { client, map, other, counts, entries, quiet };
}

/** Reads until a read was answered from the near cache, and leaves nothing behind. */
async function inUse(map: IMap<unknown, unknown>, isHit: () => boolean): Promise<void> {
  await map.set('first', 1);
  while (!isHit()) await map.get('first');
  await map.delete('first');
}

describe.each(['BINARY', 'OBJECT'] as const)('a map with a near cache in the format %s', (inMemoryFormat) => {
  test('asks the cluster once for what is read twice', async () => {
    const { map, other, counts, quiet } = await nearMap({ inMemoryFormat });
    const values = ['text', 'Grüße', 7, 1.5, true, null, { a: [1, { b: 2 }] }, ['x', 'y']];
    for (const value of values) if (value !== null) await other.set(JSON.stringify(value), value);
    await quiet();
    for (let round = 0; round < 2; round++) {
      for (const value of values) expect(await map.get(JSON.stringify(value))).toEqual(value);
    }
    expect(counts()).toEqual([values.length, values.length]);
  });

  test('drops what another client changes', async () => {
    const { map, other, entries } = await nearMap({ inMemoryFormat });
    const changes: (() => Promise<unknown>)[] = [
      () => other.set('k', 'new'),
      () => other.put('k', 'newer'),
      () => other.replace('k', 'newest'),
      () => other.delete('k'),
      () => other.putAll([['k', 'again']]),
      () => other.evict('k'),
      () => other.set('k', 'once more'),
      () => other.clear(),
    ];
    await other.set('k', 'old');
    for (const change of changes) {
      // The change before may still drop what is read now.
      while (entries() === 0) await map.get('k');
      expect(await map.containsKey('k')).toBe(await other.containsKey('k'));
      await change();
      await eventually(() => entries() === 0);
      expect(await map.get('k')).toEqual(await other.get('k'));
    }
  });

  test('reads what it wrote itself, even before the write is answered', async () => {
    const { map } = await nearMap({ inMemoryFormat });
    for (let i = 0; i < 50; i++) {
      const written = map.set('k', i);
      expect(await map.get('k')).toBe(i);
      await written;
      expect(await map.get('k')).toBe(i);
    }
    const writes: [() => Promise<unknown>, unknown][] = [
      [() => map.put('k', 1), 1],
      [() => map.tryPut('k', 2, 10), 2],
      [() => map.replace('k', 3), 3],
      [() => map.replaceIfSame('k', 3, 4), 4],
      [() => map.putTransient('k', 5), 5],
      [() => map.remove('k'), null],
      [() => map.putIfAbsent('k', 6), 6],
      [() => map.remove('k', 6), null],
      [() => map.setAll([['k', 7]]), 7],
      [() => map.delete('k'), null],
      [() => map.putAll([['k', 8]]), 8],
      [() => map.tryRemove('k', 10), null],
      [() => map.set('k', 9, 60_000, 60_000), 9],
      [() => map.clear(), null],
    ];
    for (const [write, value] of writes) {
      await map.get('k');
      await write();
      expect(await map.get('k')).toBe(value);
    }
  });

  test('getAll asks for what is not there only', async () => {
    const { map, other, counts, quiet } = await nearMap({ inMemoryFormat });
    const pairs = Array.from({ length: 100 }, (_, i): [unknown, unknown] => [{ id: i }, { value: i }]);
    await other.putAll(pairs);
    await quiet();
    const keys = [...pairs.map(([key]) => key), { id: 'nobody' }];
    const sorted = (found: [unknown, unknown][]) => found.map((pair) => JSON.stringify(pair)).toSorted();
    const first = await map.getAll(keys.slice(0, 50));
    expect(first).toHaveLength(50);
    expect(counts()).toEqual([0, 50]);
    expect(sorted(await map.getAll(keys))).toEqual(sorted(pairs));
    expect(counts()).toEqual([50, 51]);
    expect(sorted(await map.getAll(keys))).toEqual(sorted(pairs));
    expect(counts()).toEqual([100, 1]);
  });

  test('getAll finds a key once that is given twice, wherever it is', async () => {
    const { map, other } = await nearMap({ inMemoryFormat });
    await other.set('k', 1);
    for (let round = 0; round < 3; round++) {
      expect(await map.getAll(['k', 'nobody', 'k'])).toEqual([['k', 1]]);
      expect(await other.getAll(['k', 'nobody', 'k'])).toEqual([['k', 1]]);
    }
  });
});

test('an object is read anew from bytes, and the same one each time as an object', async () => {
  const binary = await nearMap();
  await binary.other.set('k', { a: 1 });
  await binary.map.get('k');
  const first = await binary.map.get('k');
  expect(await binary.map.get('k')).not.toBe(first);
  const object = await nearMap({ inMemoryFormat: 'OBJECT' });
  await object.other.set('k', { a: 1 });
  await object.quiet();
  await object.map.get('k');
  expect(await object.map.get('k')).toBe(await object.map.get('k'));
});

test('an answer that is overtaken by a change is given, but not kept', async () => {
  const { map, other, entries } = await nearMap();
  await other.set('k', 'old');
  const reads = Array.from({ length: 20 }, () => map.get('k'));
  void map.set('k', 'new');
  await Promise.all(reads);
  expect(await map.get('k')).toBe('new');
  await eventually(() => entries() <= 1);
});

test('what is full lets go of the oldest', async () => {
  const { map, client, entries } = await nearMap({ evictionMaxSize: 10 });
  for (let i = 0; i < 30; i++) await map.get(i);
  expect(entries()).toBe(10);
  expect(client.stats().nearCaches[map.getName()].evictedCount).toBeGreaterThanOrEqual(20);
});

test('without invalidations a change of another is not seen, and an own one is', async () => {
  const { map, other } = await nearMap({ invalidateOnChange: false });
  await other.set('k', 'old');
  expect(await map.get('k')).toBe('old');
  await other.set('k', 'new');
  expect(await map.get('k')).toBe('old');
  await map.set('k', 'own');
  expect(await map.get('k')).toBe('own');
});

test('a key is serialized once a call, whether its value is near or not', async () => {
  const written: number[] = [];
  const serializer = {
    id: 91,
    read: (input: DataInput) => ({ hzCustomId: 91, number: input.readInt() }),
    write: (output: DataOutput, { number }: { number: number }) => {
      written.push(number);
      output.writeInt(number);
    },
  };
  const { client, map } = await connectMap<unknown, unknown>(member.address, {
    // Else the news of a write may come behind what was read after it, and take that out.
    nearCaches: { 'map-*': { invalidateOnChange: false } },
    serialization: { customSerializers: [serializer] },
  });
  const hits = (): number => client.stats().nearCaches[map.getName()].hitCount;
  await inUse(map, () => hits() > 0);
  const key = { hzCustomId: 91, number: 7 };
  const before = hits();
  const calls: (() => Promise<unknown>)[] = [
    () => map.set(key, 1),
    () => map.get(key),
    () => map.get(key),
    () => map.containsKey(key),
    () => map.getAll([key]),
    () => map.delete(key),
    () => map.getAll([key]),
    () => map.putAll([[key, 1]]),
  ];
  for (const call of calls) {
    await call();
    expect(written.splice(0)).toEqual([7]);
  }
  expect(hits() - before).toBe(3);
});

test('what is read under a lock comes from the cluster', async () => {
  const { map, other } = await nearMap({ invalidateOnChange: false });
  await other.set('k', 1);
  await map.get('k');
  await other.set('k', 2);
  await map.lock('k');
  expect(await map.get('k')).toBe(2);
  await map.unlock('k');
});

test('wrong options are refused even where the value is near', async () => {
  const { map } = await nearMap();
  await map.set('k', 1);
  await map.get('k');
  await map.get('k');
  await expect(map.get('k', { timeout: -1 })).rejects.toThrow('timeout');
  await expect(map.get('k', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  await expect(map.getAll(['k'], { timeout: -1 })).rejects.toThrow('timeout');
  expect(() => map.get(null)).toThrow('key');
});

test('a map of a destroyed one has a near cache of its own', async () => {
  const { map, client } = await nearMap();
  const name = map.getName();
  await map.set('k', 1);
  await map.get('k');
  await map.destroy();
  expect(client.stats().nearCaches).toEqual({});
  expect(await map.get('k')).toBeNull();
  const again = await client.getMap(name);
  expect(await again.get('k')).toBeNull();
  expect(Object.keys(client.stats().nearCaches)).toEqual([name]);
});

test('what an older proxy changes or destroys, is read anew by a later one', async () => {
  const { map: older, client } = await nearMap();
  await older.destroy();
  const later = await client.getMap<unknown, unknown>(older.getName());
  const hits = (): number => client.stats().nearCaches[older.getName()].hitCount;
  await later.set('k', 0);
  for (let i = 1; i <= 50; i++) {
    // It has the one near cache of the map, too.
    expect(await later.get('k')).toBe(i - 1);
    const before = hits();
    expect(await older.get('k')).toBe(i - 1);
    expect(hits()).toBe(before + 1);
    await (i % 2 === 0 ? older.set('k', i) : older.setAll([['k', i]]));
    expect(await later.get('k')).toBe(i);
  }
  await older.clear();
  expect(await later.get('k')).toBeNull();
  await later.set('k', 1);
  await later.get('k');
  await older.destroy();
  expect(await later.get('k')).toBeNull();
});

test('the first reads of a map are kept', async () => {
  const { client } = await connect(member.address, { nearCaches: { 'first-*': {} } });
  const keys = Array.from({ length: 100 }, (_, i) => `k${i}`);
  // Of what others have put, and of what it has put itself: what members tell of that comes meanwhile.
  for (const name of ['first-of-others', 'first-of-own']) {
    const putter = name === 'first-of-own' ? client : (await connect(member.address)).client;
    const puts = await putter.getMap<string, number>(name);
    await Promise.all(keys.map((key, i) => puts.put(key, i)));
    const map = await client.getMap<string, number>(name);
    for (let round = 0; round < 2; round++) await Promise.all(keys.map((key) => map.get(key)));
    expect(client.stats().nearCaches[name]).toMatchObject({ hitCount: 100, missCount: 100 });
  }
});

test('an old entry that a member still had when it began to tell of changes is not served for long', async () => {
  const { client } = await connect(member.address, { nearCaches: { 'old-*': {} } });
  const other = await (await connect(member.address)).client.getMap<string, string>('old-entry');
  // As a member that destroys the map drops it: later, and without a word.
  await other.set('k', 'old', 1500);
  const map = await client.getMap<string, string>('old-entry');
  expect(await map.get('k')).toBe('old');
  await expect.poll(() => map.get('k'), { timeout: 20_000 }).toBeNull();
  const { hitCount } = client.stats().nearCaches['old-entry'];
  await map.get('k');
  expect(client.stats().nearCaches['old-entry'].hitCount).toBe(hitCount + 1);
});

test('a change that was given up, and that is made later, is seen', async () => {
  const { map, other } = await nearMap();
  await other.set('k', 'early');
  await expect.poll(() => map.get('k'), { interval: 1 }).toBe('early');
  await other.lock('k');
  // The member makes it when the key is unlocked.
  await expect(map.set('k', 'late', undefined, undefined, { timeout: 50 })).rejects.toThrow(
    OperationTimeoutError,
  );
  for (let round = 0; round < 2; round++) expect(await map.get('k')).toBe('early');
  await other.unlock('k');
  await expect.poll(() => map.get('k'), { interval: 1 }).toBe('late');
});

test('after the shutdown nothing is served', async () => {
  const { map, client } = await nearMap();
  await map.set('k', 1);
  await map.get('k');
  await map.get('k');
  await client.shutdown();
  await expect(map.get('k')).rejects.toThrow('Client is shutting down.');
});
