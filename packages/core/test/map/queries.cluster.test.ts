import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import hazelcast from 'hazelcast-client';
import Long from 'long';
import {
  Aggregators,
  Predicates,
  Projections,
  type IMap,
  type IndexConfig,
  type PagingPredicate,
  type Predicate,
} from 'offloop';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { connect, freshMap } from '../client/support/client-bench.js';
import { connectOfficial } from '../cluster/support/official.js';
import { startProxiedCluster } from '../cluster/support/proxied-cluster.js';
import { runnableExamples } from '../../../../test/support/examples.js';
import { runExample } from '../../../../test/support/run-example.js';
import { ROOT } from '../../../../test/support/workspace.js';

interface Person {
  readonly age: number;
  readonly city: string;
}

const PEOPLE = 57;
const CITIES = ['Bern', 'Oslo', 'Rome'];

let cluster: Awaited<ReturnType<typeof startProxiedCluster>>;
let ours: IMap<string, Person>;
let theirs: Awaited<ReturnType<Awaited<ReturnType<typeof connectOfficial>>['getMap']>>;
let numbers: IMap<string, unknown>;
let theirNumbers: typeof theirs;

beforeAll(async () => {
  cluster = await startProxiedCluster(2);
}, 180_000);
afterAll(() => cluster.stop());

beforeEach(async () => {
  const { address } = cluster.places[0].proxy;
  const { client } = await connect(address);
  const official = await connectOfficial(address);
  ours = await freshMap<string, Person>(client);
  theirs = await official.getMap(ours.getName());
  numbers = await freshMap<string, unknown>(client);
  theirNumbers = await official.getMap(numbers.getName());
  const people = Array.from({ length: PEOPLE }, (_, i): [string, Person] => [
    `k${String(i).padStart(2, '0')}`,
    { age: (i * 7) % 50, city: CITIES[i % 3] },
  ]);
  await ours.putAll(people);
});

/** What a call gives, or the class of its error. */
async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    const result = await call();
    if (result instanceof Set) return new Set(Array.from(result as Set<unknown>, plain));
    return plain(result);
  } catch (error) {
    return { error: (error as Error).constructor.name };
  }
}

function plain(value: unknown): unknown {
  if (Long.isLong(value)) return `${String(value)}L`;
  if (typeof value === 'object' && value !== null && 'toArray' in value)
    return (value as { toArray(): unknown[] }).toArray();
  return value;
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) : value;

describe('with the official client', () => {
  const official = hazelcast.Aggregators;
  const numeric = [
    ['doubleAvg', [1.5, 2.5, 4]],
    ['doubleSum', [1.5, 2.5, 4]],
    ['numberAvg', [1.5, 2.5, 4]],
    ['fixedPointSum', [1.5, 2.5, 4]],
    ['floatingPointSum', [1.5, 2.5, 4]],
    ['max', [1.5, 2.5, 4]],
    ['min', [1.5, 2.5, 4]],
    ['count', [1.5, 2.5, 4]],
    ['distinct', ['a', 'b', 'a']],
    ['max', ['a', 'b', 'c']],
    ['longSum', [Long.fromNumber(1), Long.fromString('9007199254740993')]],
    ['longSum', [Long.MAX_VALUE, Long.fromNumber(2)]],
    ['longAvg', [Long.fromNumber(1), Long.fromNumber(4)]],
    ['min', [Long.fromNumber(1), Long.fromNumber(4)]],
    ['integerSum', [1.5]],
    ['doubleSum', []],
    ['max', []],
    ['doubleAvg', []],
    ['count', []],
    ['integerSum', []],
  ] as const;

  test.each(numeric)('%s of %j', async (name, values) => {
    await numbers.putAll(values.map((value, i) => [`k${i}`, value]));
    const expected = await outcome(() => theirNumbers.aggregate(official[name]()));
    expect(await outcome(() => numbers.aggregate(Aggregators[name]()))).toEqual(expected);
    const all = Predicates.alwaysTrue();
    const theirAll = hazelcast.Predicates.alwaysTrue();
    expect(await outcome(() => numbers.aggregateWithPredicate(Aggregators[name](), all))).toEqual(
      await outcome(() => theirNumbers.aggregateWithPredicate(official[name](), theirAll)),
    );
  });

  test('integers', async () => {
    const { client } = await connect(cluster.places[0].proxy.address, {
      serialization: { defaultNumberType: 'integer' },
    });
    const map = await freshMap<string, number>(client);
    await map.putAll([
      ['a', 1],
      ['b', 2],
      ['c', 6],
    ]);
    expect((await map.aggregate(Aggregators.integerSum())).toNumber()).toBe(9);
    expect(await map.aggregate(Aggregators.integerAvg())).toBe(3);
    expect(await map.aggregate(Aggregators.max<number>())).toBe(6);
  });

  test('containsValue, removeAll, putTransient, flush, loadAll', async () => {
    const person: Person = { age: 7, city: 'Oslo' };
    for (const value of [person, { age: 1, city: 'Nowhere' }]) {
      // One after the other: both change the same map.
      // oxlint-disable-next-line no-await-in-loop
      expect(await ours.containsValue(value)).toBe(await theirs.containsValue(value));
    }
    await ours.putTransient('transient', person);
    await ours.putTransient('short', person, 60_000, 60_000);
    expect(await theirs.get('transient')).toEqual(person);
    expect((await ours.getEntryView('short'))?.ttl.toNumber()).toBe(60_000);
    await ours.flush();
    for (const keys of [undefined, ['k00']]) {
      // oxlint-disable-next-line no-await-in-loop -- both change the same map
      expect(await outcome(() => ours.loadAll(keys, false))).toEqual(
        // oxlint-disable-next-line no-await-in-loop
        await outcome(() => theirs.loadAll(keys, false)),
      );
    }
    await ours.removeAll(Predicates.greaterThan('age', 20));
    const left = (await ours.values()).toArray();
    expect(left.every(({ age }) => age <= 20)).toBe(true);
    expect(left.length).toBeGreaterThan(10);
  });

  test('pages of keys, values and entries, there and back', async () => {
    const page = async (map: Pick<typeof theirs, 'entrySetWithPredicate'>, paging: unknown) =>
      (await map.entrySetWithPredicate(paging as never)) as [string, Person][];
    const keys = async (map: unknown, paging: unknown): Promise<string[]> =>
      (map as IMap<string, Person>).keySetWithPredicate(paging as Predicate);
    const run = async (map: unknown, paging: PagingPredicate): Promise<unknown[]> => {
      const seen: unknown[] = [];
      seen.push(await keys(map, paging));
      paging.nextPage();
      seen.push(await keys(map, paging));
      paging.nextPage();
      seen.push(await keys(map, paging), paging.getAnchor(), paging.getPage());
      paging.previousPage();
      seen.push(await keys(map, paging));
      paging.setPage(4);
      seen.push(await keys(map, paging));
      paging.setPage(40);
      seen.push(await keys(map, paging));
      return seen;
    };
    // Back beyond the first page: empty ones, until the member has sent one that is full.
    const runBack = async (map: unknown, paging: PagingPredicate): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for (const turn of ['previousPage', 'previousPage', 'nextPage', 'nextPage', 'previousPage'] as const) {
        paging[turn]();
        // oxlint-disable-next-line no-await-in-loop -- each page knows the one before
        seen.push([paging.getPage(), await outcome(() => keys(map, paging))]);
      }
      return seen;
    };
    const query = Predicates.greaterEqual('age', 10);
    const theirQuery = hazelcast.Predicates.greaterEqual('age', 10);
    const expected = await run(theirs, hazelcast.Predicates.paging(theirQuery, 6));
    expect(await run(ours, Predicates.paging(query, 6))).toEqual(expected);
    expect((expected[0] as string[]).length).toBe(6);
    const back = await runBack(theirs, hazelcast.Predicates.paging(theirQuery, 6));
    expect(await runBack(ours, Predicates.paging(query, 6))).toEqual(back);
    expect(back[0]).toEqual([-1, []]);
    expect(back[4]).toEqual([-1, { error: 'IndexOutOfBoundsError' }]);

    await numbers.putAll(Array.from({ length: 20 }, (_, i) => [`k${i}`, i / 2]));
    const paging = Predicates.paging(null, 8);
    const values = numbers as IMap<string, number>;
    expect((await values.valuesWithPredicate(paging)).toArray()).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]);
    expect((await values.valuesWithPredicate(paging.nextPage())).toArray()[0]).toBe(4);
    const entries = Predicates.paging(Predicates.alwaysTrue(), 5);
    const theirEntries = hazelcast.Predicates.paging(hazelcast.Predicates.alwaysTrue(), 5);
    expect(await values.entrySetWithPredicate(entries)).toEqual(await page(theirNumbers, theirEntries));
  });

  const indexes: IndexConfig[] = [
    { attributes: ['age'] },
    { type: 'HASH', attributes: ['this.city', 'age'] },
    {
      name: 'bits',
      type: 'BITMAP',
      attributes: ['city'],
      bitmapIndexOptions: { uniqueKey: '__key', uniqueKeyTransformation: 'OBJECT' },
    },
    { attributes: [] },
    { attributes: ['age', 'this.age'] },
    { attributes: ['age.'] },
    { type: 'BITMAP', attributes: ['a', 'b'] },
    { type: 'TREE' as never, attributes: ['age'] },
  ];

  test.each(indexes)('index %j', async (index) => {
    const failed = async (call: () => Promise<void>): Promise<boolean> => {
      try {
        await call();
        return false;
      } catch {
        return true;
      }
    };
    expect(await failed(() => ours.addIndex(index))).toBe(await failed(() => theirs.addIndex(index)));
    const query = Predicates.and(Predicates.equal('city', 'Oslo'), Predicates.lessThan('age', 30));
    const theirQuery = hazelcast.Predicates.and(
      hazelcast.Predicates.equal('city', 'Oslo'),
      hazelcast.Predicates.lessThan('age', 30),
    );
    expect(sorted(await ours.keySetWithPredicate(query))).toEqual(
      sorted(await theirs.keySetWithPredicate(theirQuery)),
    );
  });

  test('an entry processor of an unknown class is the same error', async () => {
    const processor = { factoryId: 4711, classId: 1, readData: () => undefined, writeData: () => undefined };
    const calls = (map: unknown) => {
      const each = map as IMap<string, Person>;
      return [
        () => each.executeOnKey('k00', processor),
        () => each.executeOnKeys(['k00', 'k01'], processor),
        () => each.executeOnEntries(processor),
        () => each.aggregate(processor),
      ];
    };
    const [got, expected] = await Promise.all(
      [ours, theirs].map((map) => Promise.all(calls(map).map(outcome))),
    );
    expect(got).toEqual(expected);
    expect(got).toHaveLength(4);
  });
});

test('projections give fields of the entries', async () => {
  const cities = await ours.projectWithPredicate(
    Projections.singleAttribute<string>('city'),
    Predicates.equal('age', 0),
  );
  // Of 0 and of 50, whose age is the remainder.
  expect(sorted(cities)).toEqual(['Bern', 'Rome']);
  const pairs = await ours.project(Projections.multiAttribute<[string, Long]>('__key', 'age'));
  expect(pairs).toHaveLength(PEOPLE);
  expect(Object.fromEntries(pairs)['k03'].toNumber()).toBe(21);
});

test('distinct takes its field', async () => {
  const cities = await ours.aggregate(Aggregators.distinct<string>('city'));
  expect([...cities].toSorted()).toEqual(CITIES);
});

test.each([[['a', 'b', 'a']], [[{ n: 1 }, { n: 2, this: 3 }, { n: 1 }]]])(
  'distinct of the whole value, here of %j, gives what the official client gets',
  async (values) => {
    await numbers.putAll(values.map((value, i) => [`k${i}`, value]));
    const met = await numbers.aggregate(Aggregators.distinct('this'));
    const expected = await theirNumbers.aggregate(hazelcast.Aggregators.distinct('this'));
    expect(sorted([...met])).toEqual(sorted([...expected]));
    expect(met.size).toBe(2);
  },
);

test('the page on queries does what it says', async () => {
  const page = 'docs/queries.md';
  const examples = runnableExamples(readFileSync(join(ROOT, page), 'utf8'));
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    // oxlint-disable-next-line no-await-in-loop
    await runExample(page, example, cluster.places[0].proxy.address);
  }
});
