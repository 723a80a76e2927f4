import { HazelcastJsonValue, Predicates } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, freshMap, type Config, type ConnectedMap } from '../client/support/client-bench.js';
import { TAPES, THREADS } from '../client/support/workers.js';
import { figuresOf } from '../client/support/figures.js';
import { lists, on, type Way } from '../objects/support/readings.js';
import { watchWorkers } from '../client/support/worker-watch.js';

const member = await embeddedMember();

type Item = HazelcastJsonValue | string | number | string[];

/** Documents of many shapes, one of which stays text, among values of other kinds. */
function items(count: number): Item[] {
  return Array.from({ length: count }, (_, i): Item => {
    if (i % 7 === 3) return `plain ${i}`;
    if (i % 7 === 4) return i + 0.5;
    if (i % 7 === 5) return ['a', 'list', `${i}`];
    if (i % 50 === 6) return new HazelcastJsonValue(`{"10":${i},"2":{}}`);
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

/** A query finds the one value that is there, one after the other. */
const byQueries: Way = async ({ writer, name: map }, values) => {
  const queried = await writer.getMap<number, unknown>(map);
  const found: unknown[] = [];
  for (const value of values) {
    await queried.set(0, value);
    for await (const each of await queried.valuesWithPredicate(Predicates.alwaysTrue())) found.push(each);
  }
  return found;
};

const WAYS: Record<string, Way> = {
  ...lists,
  'map: entrySetWithPredicate': on('getMap', async (map) =>
    (await map.entrySetWithPredicate(Predicates.alwaysTrue())).map(([, value]) => value),
  ),
  'map: valuesWithPredicate, one by one': byQueries,
};

/** As they came, where they have an order. */
function ordered(what: string, values: readonly unknown[]): unknown[] {
  const texts = values.map((value) => JSON.stringify(value));
  return /^(list|queue|ring|.*one by one)/.test(what) ? texts : texts.toSorted();
}

function open<K, V>(runtime: Config['runtime']): Promise<ConnectedMap<K, V>> {
  return connectMap(member.address, { runtime: { workers: THREADS, ...runtime } });
}

describe.each([
  ['inline', {}, 60],
  ['by a port of its own', { completionRingBytes: 1024 }, 60],
  ['in several slices', {}, 1000],
] as const)('documents in a list that comes %s', (_, ring, count) => {
  test.each(Object.entries(WAYS))('are what JSON.parse gives: %s', async (what, way) => {
    const { client } = await open({ packJsonFrom: 1, ...ring });
    const stored = items(count);
    const found = await way({ writer: client, reader: client, name: name() }, stored);
    expect(ordered(what, found)).toEqual(ordered(what, stored.map(plain)));
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
