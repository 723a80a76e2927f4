import { startMember } from '@offloop/member';
import Long from 'long';
import {
  Fields,
  GenericRecords,
  Aggregators,
  BigDecimal,
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  Predicates,
  Projections,
  UUID,
  type IMap,
  type Portable,
  type PortableReader,
  type PortableWriter,
} from 'offloop';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { forTests } from '../cluster/support/members.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const decimal = (text: string): BigDecimal => BigDecimal.fromString(text);
const uuid = (high: number, low: number): UUID => new UUID(Long.fromNumber(high), Long.fromNumber(low));
const at = (text: string): OffsetDateTime => OffsetDateTime.fromString(text);

/** Values of each class that has an order. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  BigInteger: [1n, 2n, -3n, 2n ** 70n],
  BigDecimal: [
    decimal('0.10'),
    decimal('0.2'),
    decimal('2'),
    decimal('2.0'),
    decimal('-3.5'),
    decimal('1e20'),
  ],
  Long: [1, 2, -3].map((value) => Long.fromNumber(value)),
  Double: [1.5, 2, -3],
  Boolean: [true, false],
  String: ['2', '1.5', 'x'],
  Date: [new Date(5), new Date(10), new Date(-1)],
  UUID: [uuid(1, 2), uuid(-1, 2), uuid(1, -2)],
  LocalDate: [new LocalDate(2020, 1, 2), new LocalDate(2020, 2, 29), new LocalDate(-5, 12, 31)],
  LocalTime: [new LocalTime(1, 2, 3, 4), new LocalTime(23, 59, 59, 999_999_999)],
  LocalDateTime: ['2020-01-02T01:02:03.000000004', '1969-12-31T23:00:00'].map((text) =>
    LocalDateTime.fromString(text),
  ),
  // Two of them are the same instant.
  OffsetDateTime: ['2020-01-02T01:00:00Z', '2020-01-02T02:00:00+01:00', '2020-01-02T02:00:00Z'].map(at),
};

/** What values are compared with. */
const GIVEN: readonly unknown[] = [
  2n,
  decimal('0.2'),
  decimal('2.0'),
  1.5,
  Long.fromNumber(2),
  true,
  null,
  '2',
  '1.5',
  'x',
  '2020-01-02',
  '01:02:03.000000004',
  '2020-01-02T01:02:03.000000004',
  '2020-01-02T02:00:00+01:00',
  '00000000-0000-0001-0000-000000000002',
  'Thu Jan 01 00:00:00 UTC 1970',
];

const real = sharedMember();
const embedded = forTests(
  () => startMember({ log: () => undefined }),
  (member) => member.stop(),
);

/** What comes of a call; of an error its class alone. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    const made = await call;
    return made instanceof Set ? Array.from(made as Set<unknown>, String).toSorted() : made;
  } catch (error) {
    return { rejected: (error as Error).constructor.name };
  }
}

/** All that is asked of a map with these values. */
async function asked(address: string, values: readonly unknown[], own: readonly unknown[]): Promise<object> {
  const { client } = await connect(address);
  const map: IMap<number, unknown> = await client.getMap('query values');
  await map.clear();
  await map.putAll(values.map((value, key): [number, unknown] => [key, value]));
  const keys = async (predicate: Parameters<typeof map.keySetWithPredicate>[0]): Promise<unknown> =>
    (await map.keySetWithPredicate(predicate)).toSorted((a, b) => a - b);
  const compared = [...own, ...GIVEN].map(async (given) =>
    Promise.all(
      [
        keys(Predicates.equal('this', given)),
        keys(Predicates.greaterThan('this', given)),
        keys(Predicates.lessEqual('this', given)),
        keys(Predicates.inPredicate('this', given, own[0])),
      ].map(outcome),
    ),
  );
  const page = map.valuesWithPredicate(Predicates.paging(null, 10)).then((list) => list.toArray());
  return {
    compared: await Promise.all(compared),
    projected: (await map.project(Projections.singleAttribute('this'))).length,
    page: await outcome(page),
    ends: await Promise.all(
      [Aggregators.max(), Aggregators.min(), Aggregators.distinct()].map((each) =>
        outcome(map.aggregate(each)),
      ),
    ),
  };
}

test.each(Object.keys(VALUES))('%s: both members find, order and aggregate the same', async (name) => {
  const values = VALUES[name];
  const [got, expected] = await Promise.all(
    [embedded, real].map(({ address }) => asked(address, values, values)),
  );
  expect(got).toEqual(expected);
});

const DAY = new LocalDate(2020, 1, 2);
const TIME = new LocalTime(1, 2, 3, 4);

/** A value's fields of classes with an order, each greater from one value to the next. */
function fieldsOf(i: number) {
  return {
    amount: decimal(`${i}.50`),
    day: new LocalDate(2020, 1, 2 + i),
    time: new LocalTime(i, 2, 3, 4),
    moment: new LocalDateTime(DAY, new LocalTime(i, 2, 3, 4)),
    instant: new OffsetDateTime(new LocalDateTime(DAY, TIME), -3600 * i),
  };
}

class Event implements Portable {
  readonly factoryId = 5;
  readonly classId = 1;
  readonly #i: number;
  constructor(i: number) {
    this.#i = i;
  }
  writePortable(writer: PortableWriter): void {
    const { amount, day, time, moment, instant } = fieldsOf(this.#i);
    writer.writeDecimal('amount', amount);
    writer.writeDate('day', day);
    writer.writeTime('time', time);
    writer.writeTimestamp('moment', moment);
    writer.writeTimestampWithTimezone('instant', instant);
  }
  readPortable(_reader: PortableReader): void {}
}

const COMPACT = {
  amount: Fields.DECIMAL,
  day: Fields.DATE,
  time: Fields.TIME,
  moment: Fields.TIMESTAMP,
  instant: Fields.TIMESTAMP_WITH_TIMEZONE,
};

const FORMS: Readonly<Record<string, (i: number) => object>> = {
  Compact: (i) => GenericRecords.compact('event', COMPACT, fieldsOf(i)),
  Portable: (i) => new Event(i),
};

test.each(Object.keys(FORMS))('fields of these classes in %s values', async (form) => {
  for (const { address } of [embedded, real]) {
    const { client } = await connect(address);
    const map = await client.getMap<number, object>(`query ${form}`);
    await map.putAll([0, 1, 2, 3].map((i): [number, object] => [i, FORMS[form](i)]));
    for (const [name, given] of Object.entries(fieldsOf(1))) {
      const keys = async (predicate: Parameters<typeof map.keySetWithPredicate>[0]): Promise<number[]> =>
        (await map.keySetWithPredicate(predicate)).toSorted((a, b) => a - b);
      expect(await keys(Predicates.equal(name, given))).toEqual([1]);
      expect(await keys(Predicates.greaterThan(name, given))).toEqual([2, 3]);
    }
  }
});
