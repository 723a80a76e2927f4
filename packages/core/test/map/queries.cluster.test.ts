import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import hazelcast from 'hazelcast-client';
import Long from 'long';
import { Predicates, Projections, type IMap, type IndexConfig } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { connect, freshMap } from '../client/support/client-bench.js';
import { connectOfficial } from '../cluster/support/official.js';
import { runnableExamples } from '../../../../test/support/examples.js';
import { runExample } from '../../../../test/support/run-example.js';
import { ROOT } from '../../../../test/support/workspace.js';
import { sharedCluster } from '../cluster/support/shared-member.js';

interface Person {
  readonly age: number;
  readonly city: string;
}

const PEOPLE = 57;
const CITIES = ['Bern', 'Oslo', 'Rome'];

const cluster = sharedCluster();
let ours: IMap<string, Person>;
let theirs: Awaited<ReturnType<Awaited<ReturnType<typeof connectOfficial>>['getMap']>>;

beforeEach(async () => {
  const [address] = cluster.addresses;
  const { client } = await connect(address);
  const official = await connectOfficial(address);
  ours = await freshMap<string, Person>(client);
  theirs = await official.getMap(ours.getName());
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
  test('containsValue, removeAll, putTransient, flush, loadAll', async () => {
    const person: Person = { age: 7, city: 'Oslo' };
    for (const value of [person, { age: 1, city: 'Nowhere' }]) {
      expect(await ours.containsValue(value)).toBe(await theirs.containsValue(value));
    }
    await ours.putTransient('transient', person);
    await ours.putTransient('short', person, 60_000, 60_000);
    expect(await theirs.get('transient')).toEqual(person);
    expect((await ours.getEntryView('short'))?.ttl.toNumber()).toBe(60_000);
    await ours.flush();
    for (const keys of [undefined, ['k00']]) {
      expect(await outcome(() => ours.loadAll(keys, false))).toEqual(
        await outcome(() => theirs.loadAll(keys, false)),
      );
    }
    await ours.removeAll(Predicates.greaterThan('age', 20));
    const left = (await ours.values()).toArray();
    expect(left.every(({ age }) => age <= 20)).toBe(true);
    expect(left.length).toBeGreaterThan(10);
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

test('the page on queries does what it says', async () => {
  const page = 'docs/queries.md';
  const examples = runnableExamples(readFileSync(join(ROOT, page), 'utf8'));
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    await runExample(page, example, cluster.addresses[0]);
  }
});
