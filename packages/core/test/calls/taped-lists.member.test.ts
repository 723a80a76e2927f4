import { availableCpus } from '@offloop/runtime';
import { HazelcastJsonValue, Predicates, type Client, type IList, type IQueue } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, freshMap, type Config, type ConnectedMap } from '../client/support/client-bench.js';
import { THREADS } from '../client/support/workers.js';
import { figuresOf } from '../client/support/figures.js';
import { watchWorkers } from '../client/support/worker-watch.js';

const member = await embeddedMember();

/** A worker that shares the caller's one CPU leaves all as text. */
const TAPES: boolean = availableCpus() >= 2;

type Item = HazelcastJsonValue | string | number | string[];

/** Documents of many shapes, one of which stays text, among values of other kinds. */
function items(count: number): Item[] {
  return Array.from({ length: count }, (_, i): Item => {
    if (i % 7 === 3) return `plain ${i}`;
    if (i % 7 === 4) return i + 0.5;
    if (i % 7 === 5) return ['a', 'list', `${i}`];
    if (i % 50 === 6) return new HazelcastJsonValue('{"10":1,"2":{}}');
    const rows = Array.from({ length: i % 5 }, (__, k) => ({ k, [`field${i % 11}`]: `a "quoted" ж ${i}` }));
    return new HazelcastJsonValue(JSON.stringify({ n: i, rows, last: `${'x'.repeat(i % 90)}\n` }));
  });
}

function plain(item: unknown): unknown {
  return item instanceof HazelcastJsonValue ? JSON.parse(String(item)) : item;
}

let objects = 0;
function name(): string {
  return `taped list ${objects++}`;
}

type Way = (client: Client, stored: Item[]) => Promise<unknown[]>;
type Maker = 'getMap' | 'getReplicatedMap';

/** A map whose entries, which come in any order, are found by their keys. */
const ofMap =
  <M extends Maker>(
    maker: M,
    read: (map: Awaited<ReturnType<Client[M]>>, keys: number[]) => Promise<Iterable<unknown>>,
  ): Way =>
  async (client, stored) => {
    const map = await client[maker]<number, Item>(name());
    await map.putAll(stored.map((item, i) => [i, item]));
    const keys = stored.map((_, i) => i);
    const found = new Map((await read(map as never, keys)) as Iterable<[number, unknown]>);
    return keys.map((key) => found.get(key));
  };

const ofList =
  (read: (list: IList<Item>, length: number) => Promise<unknown[]>): Way =>
  async (client, stored) => {
    const list = await client.getList<Item>(name());
    await list.addAll(stored);
    return read(list, stored.length);
  };

const ofQueue =
  (read: (queue: IQueue<Item>) => Promise<unknown[]>): Way =>
  async (client, stored) => {
    const queue = await client.getQueue<Item>(name());
    await queue.addAll(stored);
    return read(queue);
  };

/** Each way that lists come: what stores the items, and what gives them back in the order they were stored in. */
const WAYS: Record<string, Way> = {
  'map.getAll': ofMap('getMap', (map, keys) => map.getAll(keys)),
  'map.entrySet': ofMap('getMap', (map) => map.entrySet()),
  'map.values': ofMap('getMap', async (map) => {
    const order = await map.keySet();
    const values = (await map.values()).toArray();
    return order.map((key, i) => [key, values[i]]);
  }),
  'map.entrySetWithPredicate': ofMap('getMap', (map) => map.entrySetWithPredicate(Predicates.alwaysTrue())),
  'map.valuesWithPredicate, one by one': async (client, stored) => {
    const map = await client.getMap<number, Item>(name());
    const found: unknown[] = [];
    for (const item of stored) {
      // Each query finds the one value that is there.
      await map.set(0, item);
      for await (const value of await map.valuesWithPredicate(Predicates.alwaysTrue())) found.push(value);
    }
    return found;
  },
  'list.toArray': ofList((list) => list.toArray()),
  'list.subList': ofList(async (list, length) => (await list.subList(0, length)).toArray()),
  'queue.drainTo': ofQueue(async (queue) => {
    const drained: Item[] = [];
    await queue.drainTo(drained);
    return drained;
  }),
  'queue.toArray': ofQueue((queue) => queue.toArray()),
  'replicatedMap.entrySet': ofMap('getReplicatedMap', (map) => map.entrySet()),
  'multiMap.entrySet': async (client, stored) => {
    const map = await client.getMultiMap<number, Item>(name());
    await map.putAll(stored.map((item, i) => [i, [item]]));
    const found = new Map(await map.entrySet());
    return stored.map((_, i) => found.get(i));
  },
  'ringbuffer.readMany': async (client, stored) => {
    const ring = await client.getRingbuffer<Item>(name());
    await ring.addAll(stored);
    const read = await ring.readMany(0, stored.length, stored.length);
    return stored.map((_, i) => read.get(i));
  },
};

function open<K, V>(runtime: Config['runtime']): Promise<ConnectedMap<K, V>> {
  return connectMap(member.address, { runtime: { workers: THREADS, ...runtime } });
}

describe.each([
  ['inline', {}, 60],
  ['by a port of its own', { completionRingBytes: 1024 }, 60],
  ['in several slices', {}, 1000],
] as const)('documents in a list that comes %s', (_, ring, count) => {
  test.each(Object.entries(WAYS))('are what JSON.parse gives: %s', async (__, way) => {
    const { client } = await open({ packJsonFrom: 1, ...ring });
    const stored = items(count);
    expect(await way(client, stored)).toEqual(stored.map(plain));
    expect(figuresOf(client).packed > 0).toBe(TAPES);
  });
});

test('text in a list that is not JSON is the same error, by way of a tape or not', async () => {
  const errors: Error[] = [];
  for (const packJsonFrom of [1, 0]) {
    const { client } = await open({ packJsonFrom });
    const list = await client.getList(name());
    await list.addAll([...items(5), new HazelcastJsonValue('{"a":[1,2,{"b":')]);
    errors.push((await list.toArray().catch((error: unknown) => error)) as Error);
  }
  expect(errors[0]).toBeInstanceOf(Error);
  expect(errors[0].message).toBe(errors[1].message);
});

test('shapes are known to later calls where the list they came with was given up', async () => {
  const { map } = await open<number, unknown>({ packJsonFrom: 1 });
  const stored = items(300);
  await map.putAll(stored.map((item, i) => [i, item]));
  for (let i = 0; i < 10; i++) {
    const controller = new AbortController();
    const givenUp = map.entrySet({ signal: controller.signal }).catch((error: unknown) => error);
    controller.abort();
    expect(await givenUp).toBeInstanceOf(Error);
    for (let k = 0; k < 20; k++) expect(await map.get(k)).toEqual(plain(stored[k]));
  }
  const found = new Map(await map.entrySet());
  stored.forEach((item, i) => expect(found.get(i)).toEqual(plain(item)));
});

describe('a worker that dies', () => {
  const { killYoungest } = watchWorkers();

  test('leaves lists behind that can still be read', async () => {
    const { client, lifecycle, map } = await open<number, unknown>({ packJsonFrom: 1 });
    const stored = items(300);
    await map.putAll(stored.map((item, i) => [i, item]));
    const order = await map.keySet();
    const wanted = order.map((key) => plain(stored[key]));
    const other = await freshMap<string, unknown>(client);
    for (let life = 1; life <= 3; life++) {
      const kept = await map.values();
      const underWay = map.values().catch(() => kept);
      await killYoungest(THREADS);
      const late = await underWay;
      await lifecycle.until('CONNECTED', life + 1);
      // Its numbers stand for other keys in the next one's list of shapes.
      const text = `[{"only${life}":1},{"of${life}":[{"deep${life}":"${life}"}]}]`;
      await other.set('k', new HazelcastJsonValue(text));
      expect(await other.get('k')).toEqual(JSON.parse(text));
      expect(kept.toArray()).toEqual(wanted);
      expect(late.toArray()).toEqual(wanted);
    }
  });
});
