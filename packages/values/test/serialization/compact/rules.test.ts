import Long from 'long';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../../src/errors/hierarchy.js';
import { BigDecimal } from '../../../src/classes/big-decimal.js';
import { LocalDate } from '../../../src/classes/local-date.js';
import type { CompactReader } from '../../../src/compact/compact-reader.js';
import type { CompactSerializer } from '../../../src/compact/compact-serializer.js';
import type { CompactWriter } from '../../../src/compact/compact-writer.js';
import * as Fields from '../../../src/compact/fields.js';
import type { GenericRecord } from '../../../src/compact/generic-record.js';
import { GenericRecords } from '../../../src/compact/generic-records.js';
import { FieldKind } from '../../../src/compact/schema/field-kind.js';
import { CompactTypes } from '../../../src/compact/compact-types.js';
import { GenericRecordImpl } from '../../../src/compact/generic-record-impl.js';
import { SchemaRegistry } from '../../../src/compact/schema/schema-registry.js';
import { Schema } from '../../../src/compact/schema/schema.js';
import { OurSide, TheirSide } from './clients.js';

class Thing {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
class SpecialThing extends Thing {}

/** A serializer of things by two functions. */
function things(
  write: (writer: CompactWriter, value: never) => unknown,
  read: (reader: CompactReader) => unknown = () => undefined,
): CompactSerializer<Thing> {
  return {
    getClass: () => Thing,
    getTypeName: () => 'thing',
    read: (reader) => new Thing(read(reader)),
    write: (writer, { value }) => void write(writer, value as never),
  };
}

/** The methods of a reader or writer, by name. */
type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

function ours(...serializer: Parameters<typeof things>): OurSide {
  return new OurSide([things(...serializer)]);
}

it.each([254, 255, 256, 65_534, 65_535, 65_536, 100_000])(
  'data of %i bytes have the offsets that the official client gives them',
  (bytes) => {
    for (const length of [bytes - 6, bytes - 5, bytes - 4]) {
      const values = { a: 'x'.repeat(length), b: null, c: [true, false, true] };
      const fields = { a: Fields.STRING, b: Fields.STRING, c: Fields.ARRAY_OF_BOOLEAN };
      const side = new OurSide([]);
      const data = side.encode(GenericRecords.compact('long', fields, values));
      const official = new TheirSide([]);
      official.learn(side.schemas);
      const read = official.decode(data) as GenericRecord;
      expect(read.getString('a')?.length).toBe(length);
      expect([read.getString('b'), read.getArrayOfBoolean('c')]).toEqual([null, [true, false, true]]);
      expect((side.decode(data) as GenericRecord).getString('a')?.length).toBe(length);
    }
  },
);

it('booleans beyond the eighth are where the official client has them', () => {
  const values = Array.from({ length: 17 }, (_, i): [string, boolean] => [`b${i}`, i % 3 === 0]);
  const fields = Object.fromEntries(values.map(([name]) => [name, Fields.BOOLEAN]));
  const side = new OurSide([]);
  const data = side.encode(GenericRecords.compact('bits', fields, Object.fromEntries(values)));
  const official = new TheirSide([]);
  official.learn(side.schemas);
  const read = official.decode(data) as GenericRecord;
  expect(values.map(([name]) => [name, read.getBoolean(name)])).toEqual(values);
});

describe('evolution', () => {
  const written = (
    write: (writer: CompactWriter) => unknown,
    read: (reader: CompactReader) => unknown,
  ): unknown => {
    const writer = ours(write);
    const data = writer.encode(new Thing(null));
    const reader = ours(() => undefined, read);
    reader.learn(writer.schemas);
    return (reader.decode(data) as Thing).value;
  };

  it('a field that the writer did not have is not available, and a default takes its place', () => {
    const read = (reader: CompactReader): unknown =>
      reader.getFieldKind('age') === FieldKind.NOT_AVAILABLE ? -1 : reader.readInt32('age');
    expect(written((writer) => writer.writeString('name', 'Joe'), read)).toBe(-1);
    expect(written((writer) => writer.writeInt32('age', 42), read)).toBe(42);
  });

  it('a field that is not read is passed over, and the rest may be read in any order and twice', () => {
    expect(
      written(
        (writer) => {
          writer.writeArrayOfString('old', ['a', null]);
          writer.writeString('b', 'B');
          writer.writeInt8('a', -1);
        },
        (reader) => [reader.readString('b'), reader.readInt8('a'), reader.readString('b')],
      ),
    ).toEqual(['B', -1, 'B']);
  });

  it.each<[string, unknown, string, unknown]>([
    ['Int16', 7, 'NullableInt16', 7],
    ['NullableInt16', 7, 'Int16', 7],
    ['ArrayOfInt8', Buffer.of(0xff), 'ArrayOfNullableInt8', [-1]],
    ['ArrayOfNullableInt8', [-1], 'ArrayOfInt8', Buffer.of(0xff)],
  ])(
    'a field may have become nullable, or no longer be: %s, which is %s, is read as %s',
    (kind, value, asKind, read) => {
      const writing = (writer: CompactWriter): unknown =>
        (writer as unknown as Methods)[`write${kind}`]('n', value);
      const reading = (reader: CompactReader): unknown =>
        (reader as unknown as Methods)[`read${asKind}`]('n');
      expect(written(writing, reading)).toEqual(read);
    },
  );

  it('a field that is no longer nullable cannot be read where it is null', () => {
    const ofNull = (writer: CompactWriter): void => writer.writeNullableInt32('n', null);
    expect(() => written(ofNull, (reader) => reader.readInt32('n'))).toThrow(/reading n\. null/);
    const items = (writer: CompactWriter): void => writer.writeArrayOfNullableInt32('n', [1, null]);
    expect(() => written(items, (reader) => reader.readArrayOfInt32('n'))).toThrow(/reading n\. null/);
  });

  it('a field that is not there, or of another kind, is a typed error', () => {
    const write = (writer: CompactWriter): void => writer.writeInt32('n', 1);
    expect(() => written(write, (reader) => reader.readInt32('m'))).toThrow(HazelcastSerializationError);
    expect(() => written(write, (reader) => reader.readInt64('n'))).toThrow(
      /must be one of INT64, NULLABLE_INT64 but it is INT32/,
    );
  });

  it('a reader cannot be used when its serializer is done with it', () => {
    const reader = written(
      (writer) => writer.writeInt32('n', 1),
      (given) => given,
    ) as CompactReader;
    expect(() => reader.readInt32('n')).toThrow(/after its serializer's read had returned/);
  });
});

describe('a writer refuses', () => {
  it.each<[string, (writer: CompactWriter) => void, RegExp]>([
    [
      'a number that is too great',
      (writer) => writer.writeInt8('n', 128),
      /'n' \(INT8\) takes a number in range \[-128, 127\]/,
    ],
    ['NaN for an integer', (writer) => writer.writeInt32('n', Number.NaN), /'n' \(INT32\)/],
    [
      'a string for a number',
      (writer) => writer.writeFloat64('n', '1' as never),
      /takes a number, got a string/,
    ],
    [
      'null where there is none',
      (writer) => writer.writeBoolean('n', null as never),
      /takes a boolean, got null/,
    ],
    ['a number for an int64', (writer) => writer.writeInt64('n', 1 as never), /takes a Long/],
    [
      'null in an array of numbers',
      (writer) => writer.writeArrayOfInt32('n', [1, null as never]),
      /got null/,
    ],
    ['an array for bytes', (writer) => writer.writeArrayOfInt8('n', [1] as never), /takes a Buffer/],
    [
      'another object for a date',
      (writer) => writer.writeDate('n', new Date() as never),
      /takes a LocalDate/,
    ],
    [
      'an object without a serializer',
      (writer) => writer.writeCompact('n', {}),
      /serializer in serialization.compact/,
    ],
    [
      'values of two types in one array',
      (writer) => writer.writeArrayOfCompact('n', [record('a'), record('b')]),
      /different schemas: field 'n'/,
    ],
    [
      'a field twice',
      (writer) => {
        writer.writeInt32('n', 1);
        writer.writeInt32('n', 2);
      },
      /^Field with the name n already exists in Compact type 'thing'/,
    ],
  ])('%s', (_what, write, message) => {
    expect(() => ours(write).encode(new Thing(null))).toThrow(HazelcastSerializationError);
    expect(() => ours(write).encode(new Thing(null))).toThrow(message);
  });

  it('an object that writes other fields than the first of its class, and takes any order', () => {
    const side = ours((writer, fields: Record<string, number>) => {
      for (const [name, value] of Object.entries(fields)) writer.writeInt32(name, value);
    });
    const data = side.encode(new Thing({ x: 1, y: 2 }));
    expect(side.encode(new Thing({ y: 2, x: 1 }))).toEqual(data);
    expect(() => side.encode(new Thing({ x: 1 }))).toThrow(/'y' of the schema was not written/);
    expect(() => side.encode(new Thing({ x: 1, z: 2 }))).toThrow(
      /^Invalid field name: z for the schema of Compact type 'thing': it is not in the schema/,
    );
    expect(() => side.encode(new Thing({ y: 1, x: 2, z: 2 }))).toThrow(
      /^Invalid field name: z for the schema of Compact type 'thing': it is not in the schema/,
    );
  });
});

describe('classes', () => {
  it('the objects of a class are its own, not those of a class that extends it', () => {
    const side = ours((writer) => writer.writeInt32('n', 1));
    expect(side.encode(new Thing(1)).readInt32BE(4)).toBe(-55);
    expect(side.encode(new SpecialThing(1)).readInt32BE(4)).toBe(-130);
  });

  it('two clients have their schemas each for itself', () => {
    const serializer = things((writer) => writer.writeInt32('n', 1));
    const [one, two] = [new CompactTypes([serializer]), new CompactTypes([serializer])];
    one.schemas.add(new Schema('thing', [{ fieldName: 'n', kind: FieldKind.INT32 }]));
    expect(one.ofObject(new Thing(1))?.schemaFor(new Thing(1)).schema.typeName).toBe('thing');
    expect(() => two.ofObject(new Thing(1))?.schemaFor(new Thing(1))).toThrow(/not in the cluster/);
  });

  it('a value that stands in a list or another serializer is found', () => {
    const custom = {
      id: 7,
      read: (input: { readObject(): unknown }) => input.readObject(),
      write: (output: { writeObject(value: unknown): void }, value: unknown) =>
        output.writeObject((value as { within: unknown }).within),
    };
    const side = ours(
      (writer, value: number) => writer.writeInt32('n', value),
      (reader) => reader.readInt32('n'),
    );
    const settings = { ...side.settings, customSerializers: [custom] };
    const nested = side.with(settings);
    const data = nested.encode({ hzCustomId: 7, within: { hzCustomId: 7, within: new Thing(3) } });
    expect(nested.decode(data)).toEqual(new Thing(3));
  });

  it('of two schemas with one id the second is refused', () => {
    const registry = new SchemaRegistry();
    const schema = new Schema('a', []);
    registry.add(schema);
    const { high, low } = schema;
    const forged = Object.assign(Object.create(Schema.prototype) as Schema, {
      typeName: 'b',
      fields: [],
      high,
      low,
    });
    expect(() => registry.add(forged)).toThrow(/have the same id/);
  });
});

it.each<[string, unknown, unknown]>([
  ['String', undefined, null],
  ['ArrayOfString', [undefined, 'a'], [null, 'a']],
  ['ArrayOfInt8', undefined, null],
])('what the official client writes as %s for %o is read as %o', (kind, value, expected) => {
  const thing = things(
    (writer) => (writer as unknown as Methods)[`write${kind}`]('f', value),
    (reader) => (reader as unknown as Methods)[`read${kind}`]('f'),
  );
  const [side, theirs] = [new OurSide([thing]), new TheirSide([thing])];
  const bytes = theirs.encode(new Thing(0));
  side.learn(theirs.schemas);
  expect(side.decode(bytes)).toEqual(new Thing(expected));
});

it('a field that begins among those of fixed size, or behind the data, is refused', () => {
  const schema = new Schema('t', [
    { fieldName: 'n', kind: FieldKind.INT64 },
    { fieldName: 's', kind: FieldKind.STRING },
  ]);
  const side = new OurSide([]);
  const value = new GenericRecordImpl(
    schema,
    new Map<string, unknown>([
      ['n', Long.ZERO],
      ['s', ''],
    ]),
  );
  const data = side.encode(value);
  const table = data.length - 1;
  expect((side.decode(data) as GenericRecord).getString('s')).toBe('');
  for (const offset of [4, 12]) {
    data[table] = offset;
    expect(() => side.decode(data)).toThrow(/begins outside of the data/);
  }
});

describe('records', () => {
  const fields = {
    name: Fields.STRING,
    born: Fields.DATE,
    price: Fields.DECIMAL,
    ids: Fields.ARRAY_OF_INT64,
  };
  const values = {
    name: 'Joe',
    born: new LocalDate(1980, 1, 2),
    price: BigDecimal.fromString('1.20'),
    ids: [Long.fromNumber(1)],
  };
  const joe = GenericRecords.compact('person', fields, values);

  it('give what they were made of, and JSON', () => {
    expect([...joe.getFieldNames()]).toEqual(['name', 'born', 'price', 'ids']);
    expect([joe.hasField('name'), joe.hasField('toString')]).toEqual([true, false]);
    expect(joe.getFieldKind('price')).toBe(FieldKind.DECIMAL);
    expect(() => joe.getFieldKind('age')).toThrow(RangeError);
    expect(() => joe.getInt32('name')).toThrow(HazelcastSerializationError);
    expect(joe.getString('name')).toBe('Joe');
    expect(JSON.parse(joe.toString())).toEqual({
      person: {
        name: 'Joe',
        born: { type: 'LocalDate', data: '1980-01-02' },
        price: { type: 'BigDecimal', data: '1.20' },
        ids: [{ type: 'Long', data: '1' }],
      },
    });
  });

  it('are copied with some fields changed', () => {
    const sue = joe.clone({ name: 'Sue' });
    expect([sue.getString('name'), joe.getString('name')]).toEqual(['Sue', 'Joe']);
    expect(sue.getArrayOfInt64('ids')).not.toBe(joe.getArrayOfInt64('ids'));
    expect(() => joe.clone({ age: 1 })).toThrow(RangeError);
    expect(() => joe.clone({ name: 1 })).toThrow(TypeError);
    expect(joe.clone(null as never).toString()).toBe(joe.toString());
  });

  it('have methods with names of their own, which a loop over the record does not find', () => {
    const empty = GenericRecords.compact('t', {}, {});
    expect(empty.getArrayOfNullableInt8.name).toBe('getArrayOfNullableInt8');
    const found: string[] = [];
    for (const name in empty) found.push(name);
    expect(found).not.toContain('getArrayOfNullableInt8');
  });

  it('are made of the properties of an object, whether they are its own or of its class', () => {
    class Person {
      get name(): string {
        return 'Sue';
      }
    }
    const sue = GenericRecords.compact('person', { name: Fields.STRING }, new Person());
    expect(sue.getString('name')).toBe('Sue');
  });

  it.each<[string, unknown, unknown, new (...args: never[]) => Error]>([
    ['a number out of range', Fields.INT8, 128, RangeError],
    ['NaN', Fields.INT32, Number.NaN, RangeError],
    ['a string', Fields.INT32, '1', TypeError],
    ['null', Fields.BOOLEAN, null, TypeError],
    ['undefined', Fields.STRING, undefined, TypeError],
    ['an array', Fields.ARRAY_OF_INT8, [1], TypeError],
    ['null in an array', Fields.ARRAY_OF_INT16, [null], TypeError],
    ['an object', Fields.GENERIC_RECORD, {}, TypeError],
    ['objects', Fields.ARRAY_OF_GENERIC_RECORD, [{}], TypeError],
  ])('are not made of what a kind does not hold: %s', (_what, field, value, error) => {
    const make = (): unknown => GenericRecordImpl.of('t', { f: field as { kind: FieldKind } }, { f: value });
    expect(make).toThrow(error);
  });
});

function record(typeName: string): GenericRecord {
  return GenericRecords.compact(typeName, { id: Fields.INT32 }, { id: 1 });
}
