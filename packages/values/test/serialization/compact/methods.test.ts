import { GenericRecords, type CompactReader, type CompactWriter } from '../../../src/index.js';
import { describe, expect, it } from 'vitest';

import { CompactType } from '../../../src/compact/compact-types.js';
import { PayloadReader } from '../../../src/compact/payload/payload-reader.js';
import { SchemaRegistry } from '../../../src/compact/schema/schema-registry.js';
import { SchemaWriter } from '../../../src/compact/payload/schema-writer.js';
import { methodsOf } from '../methods-of.js';

const FIXED = ['Boolean', 'Int8', 'Int16', 'Int32', 'Int64', 'Float32', 'Float64'];
const VARIABLE = ['String', 'Decimal', 'Time', 'Date', 'Timestamp', 'TimestampWithTimezone'];
const KINDS = [
  ...[...FIXED, ...VARIABLE].flatMap((kind) => [kind, `ArrayOf${kind}`]),
  ...FIXED.flatMap((kind) => [`Nullable${kind}`, `ArrayOfNullable${kind}`]),
];

function named(prefix: string, nested: string): string[] {
  return [...KINDS, nested, `ArrayOf${nested}`].map((kind) => `${prefix}${kind}`).toSorted();
}

describe('there is a method for each kind of field', () => {
  it('of a reader', () => {
    const methods = methodsOf(PayloadReader.prototype, 'read').filter((name) => name !== 'readAll');
    expect(methods).toEqual(named('read', 'Compact'));
  });

  it('of a writer', () => {
    expect(methodsOf(SchemaWriter.prototype, 'write')).toEqual(named('write', 'Compact'));
  });

  it('of a record', () => {
    const record = GenericRecords.compact('t', {}, {});
    const others = ['getFieldKind', 'getFieldNames'];
    expect(methodsOf(record, 'get')).toEqual([...named('get', 'GenericRecord'), ...others].toSorted());
  });
});

it('methods have their names, and are not found by a loop over the object', () => {
  const record = GenericRecords.compact('t', {}, {});
  expect(record.getArrayOfNullableInt8.name).toBe('getArrayOfNullableInt8');
  const found: string[] = [];
  for (const name in record) found.push(name);
  expect(found).not.toContain('getArrayOfNullableInt8');
});

it('what a serializer writes with the methods are the kinds of the schema', () => {
  class Thing {
    readonly name = 'thing';
  }
  const type = new CompactType(
    {
      getClass: () => Thing,
      getTypeName: () => 'thing',
      read: (reader: CompactReader) => reader,
      write: (writer: CompactWriter) => {
        writer.writeArrayOfNullableInt8('a', []);
        writer.writeTimestampWithTimezone('b', null);
        writer.writeArrayOfCompact('c', null);
      },
    },
    Object.assign(new SchemaRegistry(), { require: () => {} }),
  );
  const { schema } = type.schemaFor(new Thing());
  expect(schema.fields.map(({ kind }) => kind)).toEqual([36, 27, 30]);
});
