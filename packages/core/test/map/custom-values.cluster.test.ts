import { startRealCluster, type RealCluster } from '@offloop/tools';
import hazelcast from 'hazelcast-client';
import { Aggregators, Predicates, Projections, type DataInput, type DataOutput } from 'offloop';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { connectBoth, sharedMap, type AnyMap, type BothClients } from '../cluster/support/both-clients.js';
import { comparable } from '../cluster/support/comparable.js';

/** The id by which the members' own serializer of `BaseCustom` reads and writes. */
const KNOWN = 3;
/** An id of which members know nothing. */
const UNKNOWN = 4711;

/** What the members' class is: an int32, which they call `value`. */
class Custom {
  readonly hzCustomId: number;
  readonly value: number;
  constructor(value: number, hzCustomId: number = KNOWN) {
    this.value = value;
    this.hzCustomId = hzCustomId;
  }
}

const MEMBERS_KNOW = `<serialization><serializers><serializer
  type-class="com.hazelcast.client.test.BaseCustom" class-name="com.hazelcast.client.test.BaseCustomSerializer"/>
</serializers></serialization>`;

const customSerializers = [KNOWN, UNKNOWN].map((id) => ({
  id,
  read: (input: DataInput) => new Custom(input.readInt(), id),
  write: (output: DataOutput, { value }: Custom) => output.writeInt(value),
}));

const COUNT = 20;
const keyOf = (i: number): string => `k${String(i).padStart(2, '0')}`;
const valueOf = (i: number): number => (i * 7) % 13;
const indices = Array.from({ length: COUNT }, (_, i) => i);
const entries = (id: number): [string, Custom][] =>
  indices.map((i) => [keyOf(i), new Custom(valueOf(i), id)]);
/** The keys of the entries whose value is so. */
const keysWhere = (fits: (value: number) => boolean): string[] =>
  indices.filter((i) => fits(valueOf(i))).map(keyOf);

let cluster: RealCluster;
let clients: BothClients;
beforeAll(async () => {
  cluster = await startRealCluster(2, { heap: '256m', testClasses: true, extraXml: MEMBERS_KNOW });
}, 180_000);
afterAll(() => cluster.kill());
beforeEach(async () => {
  clients = await connectBoth(cluster.addresses[0], { serialization: { customSerializers } });
});

type Side = readonly [map: AnyMap, predicates: typeof Predicates, aggregators: typeof Aggregators];

/** The maps with what each client makes queries of. */
async function sides(): Promise<readonly [Side, Side]> {
  const { ours, official } = await sharedMap(clients);
  return [
    [ours, Predicates, Aggregators],
    [official, hazelcast.Predicates, hazelcast.Aggregators],
  ];
}

const inOrder = (keys: unknown): unknown => (keys as string[]).toSorted();

test.each([
  ['none', undefined],
  ['sorted', 'SORTED'],
  ['hash', 'HASH'],
])('fields of a class that members know are found, index: %s', async (_, type) => {
  const both = await sides();
  const [[ours]] = both;
  if (type !== undefined) await ours['addIndex']({ type, attributes: ['value'] });
  await ours['putAll'](entries(KNOWN));
  for (const [map, p] of both) {
    const keys = async (predicate: object): Promise<unknown> =>
      inOrder(await map['keySetWithPredicate'](predicate));
    // oxlint-disable no-await-in-loop -- one client after the other
    expect(await keys(p.equal('value', 7))).toEqual(keysWhere((value) => value === 7));
    expect(await keys(p.between('value', 3, 6))).toEqual(keysWhere((value) => value >= 3 && value <= 6));
    expect(await keys(p.inPredicate('value', 1, 99))).toEqual(keysWhere((value) => value === 1));
    expect(await keys(p.sql("value > 9 and __key < 'k10'"))).toEqual(
      keysWhere((value) => value > 9).filter((key) => key < 'k10'),
    );
    const values = [...((await map['valuesWithPredicate'](p.lessThan('value', 2))) as Iterable<Custom>)];
    expect(values.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1]);
    expect(values.every((value) => value instanceof Custom)).toBe(true);
    // oxlint-enable no-await-in-loop
  }
});

test('they are counted, summed and projected', async () => {
  const both = await sides();
  await both[0][0]['putAll'](entries(KNOWN));
  const values = indices.map(valueOf);
  const sum = values.reduce((a, b) => a + b, 0);
  for (const [map, p, aggregators] of both) {
    const of = async (aggregator: object): Promise<unknown> => Number(await map['aggregate'](aggregator));
    // oxlint-disable no-await-in-loop -- one client after the other
    expect(await of(aggregators.count())).toBe(COUNT);
    expect(await of(aggregators.integerSum('value'))).toBe(sum);
    expect(await of(aggregators.integerAvg('value'))).toBe(sum / COUNT);
    expect(await of(aggregators.max('value'))).toBe(Math.max(...values));
    const few = await map['aggregateWithPredicate'](aggregators.count(), p.greaterThan('value', 10));
    expect(Number(few)).toBe(values.filter((value) => value > 10).length);
    // oxlint-enable no-await-in-loop
  }
  const projected = await both[0][0]['project'](Projections.singleAttribute('value'));
  expect((projected as number[]).toSorted((a, b) => a - b)).toEqual(values.toSorted((a, b) => a - b));
});

test('pages of their keys come in order, and what cannot be compared is the same error', async () => {
  const both = await sides();
  await both[0][0]['putAll'](entries(KNOWN));
  const seen = await Promise.all(
    both.map(async ([map, p]) => {
      const paging = p.paging(p.greaterEqual('value', 3), 4);
      const first = await map['keySetWithPredicate'](paging);
      const second = await map['keySetWithPredicate'](paging.nextPage());
      const anchor = comparable(paging.getAnchor());
      // Values of this class have no order.
      return {
        first,
        second,
        anchor,
        values: await rejection(map['valuesWithPredicate'](p.paging(p.alwaysTrue(), 4))),
      };
    }),
  );
  expect(seen[0]).toEqual(seen[1]);
  const keys = keysWhere((value) => value >= 3);
  expect(seen[0].first).toEqual(keys.slice(0, 4));
  expect(seen[0].second).toEqual(keys.slice(4, 8));
});

test('values of an id that no member knows are found by bytes and keys, and by nothing in them', async () => {
  const both = await sides();
  await both[0][0]['putAll'](entries(UNKNOWN));
  const seen = await Promise.all(
    both.map(async ([map, p, aggregators]) => ({
      there: await map['containsValue'](new Custom(valueOf(3), UNKNOWN)),
      missing: await map['containsValue'](new Custom(-1, UNKNOWN)),
      all: inOrder(await map['keySetWithPredicate'](p.alwaysTrue())),
      byKey: comparable(await map['entrySetWithPredicate'](p.equal('__key', keyOf(4)))),
      some: inOrder(await map['keySetWithPredicate'](p.between('__key', keyOf(5), keyOf(7)))),
      byField: await rejection(map['valuesWithPredicate'](p.equal('value', 7))),
      sum: await rejection(map['aggregate'](aggregators.integerSum('value'))),
    })),
  );
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toEqual({
    there: true,
    missing: false,
    all: indices.map(keyOf),
    byKey: [[keyOf(4), comparable(new Custom(valueOf(4), UNKNOWN))]],
    some: [5, 6, 7].map(keyOf),
    byField: 'HazelcastSerializationError',
    sum: 'HazelcastSerializationError',
  });
});

/** The class of what a call rejects with; its words name a member. */
async function rejection(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return (error as Error).constructor.name;
  }
  throw new Error('it was resolved');
}
