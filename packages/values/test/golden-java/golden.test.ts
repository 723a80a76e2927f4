import { readFileSync } from 'node:fs';
import Long from 'long';
import { describe, expect, it } from 'vitest';

import { BigDecimal } from '../../src/classes/big-decimal.js';
import { HazelcastJsonValue } from '../../src/classes/hazelcast-json-value.js';
import { LocalDateTime } from '../../src/classes/local-date-time.js';
import { LocalDate } from '../../src/classes/local-date.js';
import { LocalTime } from '../../src/classes/local-time.js';
import { OffsetDateTime } from '../../src/classes/offset-date-time.js';
import type { CompactReader } from '../../src/compact/compact-reader.js';
import type { CompactSerializer } from '../../src/compact/compact-serializer.js';
import type { CompactWriter } from '../../src/compact/compact-writer.js';
import type { GenericRecord } from '../../src/compact/generic-record.js';
import { idText } from '../../src/compact/schema/schema-registry.js';
import { Schema, type FieldDescriptor } from '../../src/compact/schema/schema.js';
import { JsonStringDeserializationPolicy } from '../../src/json/parse-json.js';
import type { SerializationSettings } from '../../src/serialization/settings.js';
import { UUID } from '../../src/classes/uuid.js';
import { OurSide } from '../serialization/compact/clients.js';
import { decode } from '../serialization/decode.js';
import { encode } from '../serialization/encode.js';

/*
 * `java.json` holds what Hazelcast 5.6.0 writes for the values in GoldenValues.java, in base64. To make it again, after a value was
 * added, with the member's jar as the class path:
 *
 *     java -cp hazelcast-5.6.0.jar GoldenValues.java > java.json
 *
 * What Java writes for Portables is kept beside ../serialization/portable/golden/.
 */
interface Golden {
  readonly schemas: Readonly<
    Record<string, { readonly id: string; readonly fields: readonly (readonly [string, number])[] }>
  >;
  readonly values: Readonly<Record<string, string>>;
}
const golden = JSON.parse(readFileSync(new URL('java.json', import.meta.url), 'utf8')) as Golden;

const timestamp = LocalDateTime.from(2024, 2, 29, 23, 59, 58, 123_456_789);
const { localDate: date, localTime: time } = timestamp;
const withTimezone = new OffsetDateTime(timestamp, -12_600);
const decimal = BigDecimal.fromString('-12345678901234567890.0123');
const long = Long.fromString('-9007199254740993');
const text = 'a é 漢 💣';

const HowWritten = {
  AS_JAVA: 'with the same bytes',
  /** With a zero byte before its digits, as hazelcast-client does: see big-integer.ts. */
  LONGER: 'with a byte more',
  /** JavaScript has no such type. */
  NEVER: 'in no way',
} as const;
type HowWritten = (typeof HowWritten)[keyof typeof HowWritten];

interface Case {
  readonly value: unknown;
  readonly written: HowWritten;
  readonly settings: Partial<SerializationSettings>;
}
const both = (value: unknown, settings: Partial<SerializationSettings> = {}): Case => ({
  value,
  written: HowWritten.AS_JAVA,
  settings,
});
const longer = (value: unknown): Case => ({ value, written: HowWritten.LONGER, settings: {} });
const onlyRead = (value: unknown): Case => ({ value, written: HowWritten.NEVER, settings: {} });

const plain: Readonly<Record<string, Case>> = {
  null: both(null),
  Boolean: both(true),
  // A byte is read without its sign, as the official client does.
  Byte: onlyRead(253),
  Short: both(-30_000, { defaultNumberType: 'short' }),
  Integer: both(2_000_000_000, { defaultNumberType: 'integer' }),
  Long: both(long),
  Float: both(0.5, { defaultNumberType: 'float' }),
  Double: both(-1.5),
  Character: onlyRead('é'),
  String: both(text),
  'empty String': both(''),
  UUID: both(new UUID(Long.fromString('1234567890123'), Long.NEG_ONE)),
  Date: both(new Date(1_700_000_000_123)),
  'Date before 1970': both(new Date(-1)),
  BigInteger: longer(2n ** 100n),
  'negative BigInteger': both(-128n),
  'BigInteger of a full byte': both(128n),
  BigDecimal: both(decimal),
  'BigDecimal with a negative scale': longer(BigDecimal.fromString('5E+9')),
  'BigDecimal without digits': longer(BigDecimal.fromString('0.00')),
  LocalDate: both(date),
  'least LocalDate': both(new LocalDate(-999_999_999, 1, 1)),
  'greatest LocalDate': both(new LocalDate(999_999_999, 12, 31)),
  LocalTime: both(time),
  'greatest LocalTime': both(new LocalTime(23, 59, 59, 999_999_999)),
  LocalDateTime: both(timestamp),
  OffsetDateTime: both(withTimezone),
  'OffsetDateTime in the farthest zone': both(new OffsetDateTime(timestamp, 18 * 3600)),
  Class: onlyRead('java.lang.String'),
  HazelcastJsonValue: both({ a: [1, 'é', null] }),
  'boolean[]': both([true, false]),
  'byte[]': both(Buffer.of(0, 1, 127, 128, 255)),
  'char[]': onlyRead(['a', 'é']),
  'short[]': both([1, -2], { defaultNumberType: 'short' }),
  'int[]': both([1, -2], { defaultNumberType: 'integer' }),
  'long[]': both([long, Long.MAX_VALUE]),
  'float[]': both([0.5, -2], { defaultNumberType: 'float' }),
  'double[]': both([0, -0, 1e300, NaN]),
  'empty double[]': both([]),
  'String[]': both(['a', null, '漢']),
  'Object[]': onlyRead([1, 'a', null, [true]]),
  ArrayList: onlyRead([1.5, 'a', null, [decimal]]),
  'ArrayList of BigDecimal': both([decimal, null, BigDecimal.fromString('2.00')]),
  'ArrayList of BigInteger': both([200n, -77n]),
  'ArrayList of byte[]': both([Buffer.of(1), Buffer.alloc(0)]),
  'empty ArrayList': onlyRead([]),
  LinkedList: onlyRead([date, new UUID(Long.ONE, Long.fromInt(2)), [1]]),
};

const writtenIn = (way: HowWritten): [string, Case][] =>
  Object.entries(plain).filter(([, { written }]) => written === way);

/** Fields are named by their kinds, as the methods that read and write them are. */
type Values = Readonly<Record<string, unknown>>;

class Written {
  readonly values: Values;
  constructor(values: Values) {
    this.values = values;
  }
}
class Every extends Written {}
class Nothing extends Written {}
class Gaps extends Written {}
class Empty extends Written {}
class Texts extends Written {}
class Inner extends Written {}
class NoFields extends Written {}

const inner = (number: number, next: Inner | null = null): Inner => new Inner({ number, next });
const int64 = (value: number): Long => Long.fromNumber(value);

const every = new Every({
  Boolean: true,
  Int8: -8,
  Int16: -30_000,
  Int32: -70_000,
  Int64: long,
  Float32: 0.5,
  Float64: -1.5,
  String: text,
  Decimal: decimal,
  Time: time,
  Date: date,
  Timestamp: timestamp,
  TimestampWithTimezone: withTimezone,
  Compact: inner(1, inner(2, inner(3))),
  ArrayOfBoolean: [true, false, false, true, true, true, false, true, true, false],
  ArrayOfInt8: Buffer.of(1, 255, 127, 128),
  ArrayOfInt16: [1, -2],
  ArrayOfInt32: [1, -70_000],
  ArrayOfInt64: [long, Long.MAX_VALUE],
  ArrayOfFloat32: [0.5, -2],
  ArrayOfFloat64: [0.1, -0, NaN],
  ArrayOfString: [text, '', 'b'],
  ArrayOfDecimal: [decimal, BigDecimal.fromString('2.00')],
  ArrayOfTime: [time, new LocalTime(0, 0, 0, 0)],
  ArrayOfDate: [date, new LocalDate(-1, 1, 2)],
  ArrayOfTimestamp: [timestamp, timestamp],
  ArrayOfTimestampWithTimezone: [withTimezone, withTimezone],
  ArrayOfCompact: [inner(4), inner(5, inner(6))],
  NullableBoolean: true,
  NullableInt8: 8,
  NullableInt16: 16,
  NullableInt32: 32,
  NullableInt64: int64(64),
  NullableFloat32: 0.25,
  NullableFloat64: 0.125,
  ArrayOfNullableBoolean: [true, false],
  ArrayOfNullableInt8: [1, -2],
  ArrayOfNullableInt16: [1, -2],
  ArrayOfNullableInt32: [1, -2],
  ArrayOfNullableInt64: [int64(1), long],
  ArrayOfNullableFloat32: [1, -2],
  ArrayOfNullableFloat64: [1, -2.5],
});

/** The kinds of fields that can be null: all but the first seven. */
const NULLABLE = Object.keys(every.values).slice(7);

const compact: Readonly<Record<string, Written>> = {
  'Compact of every kind': every,
  'Compact of nulls': new Nothing(Object.fromEntries(NULLABLE.map((name) => [name, null]))),
  'Compact of arrays with nulls': new Gaps({
    ArrayOfString: [null, 'b', null],
    ArrayOfDecimal: [decimal, null],
    ArrayOfTime: [null, time],
    ArrayOfDate: [date, null],
    ArrayOfTimestamp: [null, timestamp],
    ArrayOfTimestampWithTimezone: [withTimezone, null],
    ArrayOfCompact: [null, inner(7), null],
    ArrayOfNullableBoolean: [null, true],
    ArrayOfNullableInt8: [1, null],
    ArrayOfNullableInt16: [null, 2],
    ArrayOfNullableInt32: [3, null],
    ArrayOfNullableInt64: [null, int64(4)],
    ArrayOfNullableFloat32: [5, null],
    ArrayOfNullableFloat64: [null, null],
  }),
  'Compact of empty arrays': new Empty({
    String: '',
    Decimal: BigDecimal.fromString('2.00'),
    ArrayOfBoolean: [],
    ArrayOfInt8: Buffer.alloc(0),
    ArrayOfInt32: [],
    ArrayOfFloat64: [],
    ArrayOfString: [],
    ArrayOfDecimal: [],
    ArrayOfTimestamp: [],
    ArrayOfCompact: [],
    ArrayOfNullableInt64: [],
  }),
  'Compact with distant fields': new Texts({
    first: 'x'.repeat(200),
    second: '漢'.repeat(40),
    number: 5,
    third: null,
  }),
  'Compact without fields': new NoFields({}),
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  first: 'String',
  second: 'String',
  third: 'String',
  number: 'Int32',
  next: 'Compact',
};
const methodOf = (field: string): string => OTHER_NAMES[field] ?? field;

function serializerOf(written: new (values: Values) => Written, names: readonly string[]): CompactSerializer {
  return {
    getClass: () => written,
    getTypeName: () => written.name,
    read: (reader: CompactReader) => {
      const methods = reader as unknown as Record<string, (name: string) => unknown>;
      return new written(
        Object.fromEntries(names.map((name) => [name, methods[`read${methodOf(name)}`](name)])),
      );
    },
    write: (writer: CompactWriter, { values }: Written) => {
      const methods = writer as unknown as Record<string, (name: string, value: unknown) => void>;
      for (const name of names) methods[`write${methodOf(name)}`](name, values[name]);
    },
  };
}

const serializers = [
  ...Object.values(compact).map((object) =>
    serializerOf(object.constructor as typeof Written, Object.keys(object.values)),
  ),
  serializerOf(Inner, ['number', 'next']),
];

/** What Java says of its schemas. */
const schemas = Object.entries(golden.schemas).map(([typeName, { fields }]) => ({
  typeName,
  fields: fields.map(([fieldName, kind]) => ({ fieldName, kind }) as FieldDescriptor),
}));

it('the kept bytes are of these values, all of them', () => {
  const names = [...Object.keys(plain), ...Object.keys(compact), 'ArrayList of Compact'];
  expect(Object.keys(golden.values)).toEqual(
    ['big-endian', 'little-endian'].flatMap((order) => names.map((name) => `${name}, ${order}`)),
  );
});

it('of the same fields Java makes a schema with the same id', () => {
  const ids = schemas.map(({ typeName, fields }) => {
    const { high, low } = new Schema(typeName, fields);
    return [typeName, idText(high, low)];
  });
  expect(Object.fromEntries(ids)).toEqual(
    Object.fromEntries(Object.entries(golden.schemas).map(([typeName, { id }]) => [typeName, id])),
  );
});

describe.each([
  ['big-endian', true],
  ['little-endian', false],
])('what Java writes, %s', (order, isBigEndian) => {
  const bytesOf = (name: string): Buffer => Buffer.from(golden.values[`${name}, ${order}`], 'base64');

  it.each(Object.entries(plain))('is read: %s', (name, { value, settings }) => {
    expect(decode(bytesOf(name), { isBigEndian, ...settings })).toEqual(value);
  });

  it.each(writtenIn(HowWritten.AS_JAVA))('is written: %s', (name, { value, settings }) => {
    expect(encode(value, { isBigEndian, ...settings })).toEqual(bytesOf(name));
  });

  it.each(writtenIn(HowWritten.LONGER))('is written with a byte more: %s', (name, { value }) => {
    const written = encode(value, { isBigEndian });
    expect(written).toHaveLength(bytesOf(name).length + 1);
    expect(decode(written, { isBigEndian })).toEqual(value);
  });

  it('is read without the parsing, too, where it is JSON', () => {
    const settings = {
      isBigEndian,
      jsonStringDeserializationPolicy: JsonStringDeserializationPolicy.NO_DESERIALIZATION,
    };
    const value = decode(bytesOf('HazelcastJsonValue'), settings);
    expect(value).toEqual(new HazelcastJsonValue('{"a":[1,"é",null]}'));
    expect(encode(value, settings)).toEqual(bytesOf('HazelcastJsonValue'));
  });

  it.each(Object.entries(compact))('is written with the same schema, and read: %s', (name, object) => {
    const writer = new OurSide(serializers, isBigEndian);
    expect(writer.encode(object)).toEqual(bytesOf(name));
    for (const { typeName, high, low } of writer.schemas) {
      expect([typeName, idText(high, low)]).toEqual([typeName, golden.schemas[typeName].id]);
    }
    const reader = new OurSide(serializers, isBigEndian);
    reader.learn(schemas);
    expect(reader.decode(bytesOf(name))).toEqual(object);
    expect(reader.decode(bytesOf(name))).toBeInstanceOf(object.constructor);
  });

  it.each(Object.entries(compact))(
    'is read as a record, too, and what that is written as, as the object: %s',
    (name, object) => {
      const [side, reader] = [new OurSide([], isBigEndian), new OurSide(serializers, isBigEndian)];
      for (const each of [side, reader]) each.learn(schemas);
      const record = side.decode(bytesOf(name)) as GenericRecord;
      expect(record.getFieldNames()).toEqual(new Set(Object.keys(object.values)));
      // Not the same bytes: a record writes its fields in the order of their names.
      const bytes = side.encode(record);
      expect(bytes).toHaveLength(bytesOf(name).length);
      expect(reader.decode(bytes)).toEqual(object);
    },
  );

  it('is found in a list: a Compact value', () => {
    const side = new OurSide(serializers, isBigEndian);
    side.learn(schemas);
    expect(side.decode(bytesOf('ArrayList of Compact'))).toEqual([inner(8), null]);
  });
});
