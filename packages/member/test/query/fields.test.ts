import {
  BigDecimal,
  CompactTypes,
  DataEncoder,
  DEFAULT_SERIALIZATION,
  FieldKind,
  Fields,
  GenericRecords,
  LocalDate,
  LocalDateTime,
  LocalTime,
  longFrom,
  OffsetDateTime,
  Schema,
  SchemaRegistry,
  toData,
  type FieldDescriptor,
  type GenericRecord,
  type Portable,
  type PortableReader,
  type PortableWriter,
} from '@offloop/values';
import { TypeId } from '@offloop/wire';
import { describe, expect, it } from 'vitest';

import { MemberError } from '../../src/calls/errors.js';
import { attributeOf, QueryEntry } from '../../src/query/attribute.js';
import { BigNumber } from '../../src/query/big-numbers.js';
import { JavaNumber, Several, type JavaValue } from '../../src/query/java-values.js';
import { momentOf } from '../../src/query/moments.js';
import { ValueReader } from '../../src/query/value-reader.js';
import { dataOf } from '../../src/query/value-writer.js';
import { data } from '../support/data.js';

const time = new LocalTime(1, 2, 3, 4);
const date = new LocalDate(2020, 2, 29);
const timestamp = new LocalDateTime(date, time);
const instant = new OffsetDateTime(timestamp, -3600);
const decimal = new BigDecimal(1250n, 2);

/** Values that each form has a field for, in the words of a Portable, and what queries see of them. */
const ONES: Readonly<Record<string, readonly [value: unknown, seen: JavaValue]>> = {
  Boolean: [true, true],
  Byte: [-5, new JavaNumber('byte', -5n)],
  Short: [-300, new JavaNumber('short', -300n)],
  Int: [70_000, new JavaNumber('int', 70_000n)],
  Long: [longFrom(2n ** 60n), new JavaNumber('long', 2n ** 60n)],
  Float: [1.5, new JavaNumber('float', 1.5)],
  Double: [3, new JavaNumber('double', 3)],
  String: ['text', 'text'],
  Decimal: [decimal, new BigNumber('BigDecimal', 1250n, 2)],
  Time: [time, momentOf(time)],
  Date: [date, momentOf(date)],
  Timestamp: [timestamp, momentOf(timestamp)],
  TimestampWithTimezone: [instant, momentOf(instant)],
};

/** The names of these types among the kinds of Compact fields, where they are others. */
const KINDS: Readonly<Record<string, string>> = {
  Byte: 'INT8',
  Short: 'INT16',
  Int: 'INT32',
  Long: 'INT64',
  Float: 'FLOAT32',
  Double: 'FLOAT64',
  TimestampWithTimezone: 'TIMESTAMP_WITH_TIMEZONE',
};

const arrayOf = (type: string, value: unknown): unknown =>
  type === 'Byte' ? Buffer.from([value as number, 1]) : [value, value];

type Kind = Exclude<keyof typeof FieldKind, number>;

type Methods = Record<string, (name: string, value: unknown) => void>;

class Everything implements Portable {
  readonly factoryId = 1;
  readonly classId: number;
  constructor(classId: number) {
    this.classId = classId;
  }
  writePortable(writer: PortableWriter): void {
    const methods = writer as unknown as Methods;
    for (const [type, [value]] of Object.entries(ONES)) {
      methods[`write${type}`](type, value);
      methods[`write${type}Array`](`${type}s`, arrayOf(type, value));
    }
    methods['writeStringArray']('none', null);
    if (this.classId === 2) return;
    writer.writePortable('inner', new Everything(2));
    writer.writePortableArray('inners', [new Everything(2), new Everything(2)]);
  }
  readPortable(_reader: PortableReader): void {}
}

/** A record with a field for each kind, and its schema with those of what is in it. */
function recordOf(typeName: string, more: Readonly<Record<string, unknown>>): [GenericRecord, Schema] {
  const fields: Record<string, { kind: FieldKind }> = {};
  const values: Record<string, unknown> = { none: null, ...more };
  const add = (name: string, kind: string, value: unknown): void => {
    fields[name] = { kind: FieldKind[kind as Kind] };
    values[name] = value;
  };
  for (const [type, [value]] of Object.entries(ONES)) {
    const kind = KINDS[type] ?? type.toUpperCase();
    add(type, kind, value);
    add(`${type}s`, `ARRAY_OF_${kind}`, arrayOf(type, value));
    if (!(`NULLABLE_${kind}` in FieldKind)) continue;
    add(`maybe${type}`, `NULLABLE_${kind}`, value);
    add(`maybe${type}s`, `ARRAY_OF_NULLABLE_${kind}`, [value, null]);
  }
  fields['none'] = Fields.NULLABLE_INT32;
  if ('inner' in more) fields['inner'] = Fields.GENERIC_RECORD;
  if ('inners' in more) fields['inners'] = Fields.ARRAY_OF_GENERIC_RECORD;
  const record = GenericRecords.compact(typeName, fields, values);
  const kindOf = (fieldName: string): FieldDescriptor => ({
    fieldName,
    kind: record.getFieldKind(fieldName),
  });
  return [record, new Schema(typeName, Object.keys(fields).map(kindOf))];
}

const [inner, innerSchema] = recordOf('inner', {});
const [record, schema] = recordOf('everything', { inner, inners: [inner, inner] });
const schemas = new SchemaRegistry();
const compact = new CompactTypes([]);
for (const each of [innerSchema, schema]) {
  schemas.add(each);
  compact.schemas.add(each);
}
const written = (value: object): Buffer =>
  toData(value, new DataEncoder({ ...DEFAULT_SERIALIZATION, compact }));

const VALUES: Readonly<Record<string, Buffer>> = {
  Compact: written(record),
  Portable: written(new Everything(1)),
};

function seen(value: Buffer, attribute: string, reader: ValueReader = new ValueReader(schemas)): JavaValue {
  return attributeOf(attribute)(new QueryEntry(data('k'), value, reader));
}

describe.each(Object.keys(VALUES))('a query looks into a %s value', (form) => {
  const value = VALUES[form];

  it.each(Object.keys(ONES))('for a field of the type %s, and for an array of it', (type) => {
    const [, expected] = ONES[type];
    expect(seen(value, type)).toEqual(expected);
    expect(seen(value, `${type}s[0]`)).toEqual(expected);
    expect(seen(value, `${type}s[2]`)).toBeNull();
  });

  it('for what is in other values', () => {
    const int = new JavaNumber('int', 70_000n);
    expect(seen(value, 'inner.Int')).toEqual(int);
    expect(seen(value, 'inners[1].Int')).toEqual(int);
    expect(seen(value, 'inners[any].Int')).toEqual(new Several([int, int]));
  });

  it('for fields that are null or do not exist', () => {
    expect([seen(value, 'none'), seen(value, 'other'), seen(value, 'none[0]')]).toEqual([null, null, null]);
  });

  it('and gives dates and decimals as they were', () => {
    for (const type of ['Decimal', 'Time', 'Date', 'Timestamp', 'TimestampWithTimezone']) {
      expect(new ValueReader(schemas).read(dataOf(seen(value, type)))).toEqual(ONES[type][1]);
    }
  });

  it('and refuses one that is cut off', () => {
    for (let length = 8; length < value.length; length += 7) {
      const cut = value.subarray(0, length);
      expect(() => [seen(cut, 'inners[any].Strings'), seen(cut, 'Strings')]).toThrow(MemberError);
    }
  });
});

it('a query looks into nullable fields of a Compact value', () => {
  for (const type of Object.keys(ONES).filter((each) => schema.field(`maybe${each}`) !== undefined)) {
    const [, expected] = ONES[type];
    expect(seen(VALUES['Compact'], `maybe${type}`)).toEqual(expected);
    expect([
      seen(VALUES['Compact'], `maybe${type}s[0]`),
      seen(VALUES['Compact'], `maybe${type}s[1]`),
    ]).toEqual([expected, null]);
  }
});

it('a Compact value of an unknown schema, and a date that does not exist, are refused', () => {
  const knowsNone = new ValueReader(new SchemaRegistry());
  expect(() => seen(VALUES['Compact'], 'Int', knowsNone)).toThrow(MemberError);
  const day = dataOf(momentOf(date));
  day[day.length - 1] = 31;
  expect(day.readInt32BE(4)).toBe(TypeId.LOCAL_DATE);
  expect(() => seen(day, 'this')).toThrow(MemberError);
});
