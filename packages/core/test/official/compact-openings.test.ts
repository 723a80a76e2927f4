import * as official from 'hazelcast-client';
import { describe, expect, test } from 'vitest';

import type { CompactReader, CompactSerializer, CompactWriter } from '../../src/index.js';
import { OurSide, TheirSide } from '../../../values/test/serialization/compact/clients.js';
import { beginnings, ours, thrownBy } from './support/openings.js';

class Thing {
  declare readonly given: unknown;
}
class Unknown {
  readonly name = 'unknown';
}

type Write = (writer: CompactWriter) => void;
type Read = (reader: CompactReader) => unknown;

function serializerOf(write: Write, read: Read): CompactSerializer<Thing> {
  return {
    getClass: () => Thing,
    getTypeName: () => 'thing',
    write,
    read: (reader) => {
      read(reader);
      return new Thing();
    },
  };
}

const writeAll: Write = (writer) => {
  writer.writeInt32('id', 1);
  writer.writeNullableInt32('maybe', null);
  writer.writeArrayOfNullableInt32('some', [1, null]);
};

const reads: [opening: string, read: Read][] = [
  ["No field with the name 'nope' in compact schema", (reader) => reader.readInt32('nope')],
  [
    "Mismatched field kinds while reading a compact field: Requested field kind for id is STRING but the field's actual type is INT32",
    (reader) => reader.readString('id'),
  ],
  [
    'The kind of field id must be one of INT64, NULLABLE_INT64 but it is INT32',
    (reader) => reader.readNullableInt64('id'),
  ],
  [
    'The kind of field id must be one of ARRAY_OF_INT64, ARRAY_OF_NULLABLE_INT64 but it is INT32',
    (reader) => reader.readArrayOfInt64('id'),
  ],
  ['Error while reading maybe. null value can not be read via', (reader) => reader.readInt32('maybe')],
  ['Error while reading some. null value can not be read via', (reader) => reader.readArrayOfInt32('some')],
];

test.each(reads)('reading Compact: %s', (opening, read) => {
  const [theirs, own] = [TheirSide, OurSide].map((Side) => {
    const side = new Side([serializerOf(writeAll, read)]);
    const bytes = side.encode(new Thing());
    return () => side.decode(bytes);
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

let writes = 0;
const writing: [opening: string, write: Write][] = [
  // The second object of the class has another field.
  ['Invalid field name: b', (writer) => writer.writeInt32(writes++ % 2 === 0 ? 'a' : 'b', 1)],
  [
    'Field with the name twice already exists',
    (writer) => ['twice', 'twice'].forEach((name) => writer.writeInt32(name, 1)),
  ],
  [
    'No serializer is registered for class/constructor Unknown',
    (writer) => writer.writeCompact('a', new Unknown()),
  ],
];

test.each(writing)('writing Compact: %s', (opening, write) => {
  const [theirs, own] = [TheirSide, OurSide].map((Side) => () => {
    writes = 0;
    const side = new Side([serializerOf(write, () => undefined)]);
    side.encode(new Thing());
    side.encode(new Thing());
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

describe.each([
  ['the official client', official],
  ['ours', ours],
])('generic records of %s', (_client, { Fields, GenericRecords }) => {
  const record = GenericRecords.compact('thing', { id: Fields.INT32 }, { id: 1 });

  test.each<[string, () => unknown]>([
    ['There is no field named as nope', () => record.getFieldKind('nope')],
    ['Type name must be a string', () => GenericRecords.compact(7 as unknown as string, {}, {})],
    ['Generic record field validation error: ', () => record.clone({ id: 'text' })],
    [
      'Generic record field validation error: Expected a number in range [-2147483648, 2147483647] for field id',
      () => record.clone({ id: 2 ** 40 }),
    ],
    [
      'Generic record field validation error: Expected a number in range [-128, 127] for field bytes',
      () => GenericRecords.compact('t', { bytes: Fields.ARRAY_OF_NULLABLE_INT8 }, { bytes: [null, 128] }),
    ],
    [
      'Expected an array or null for field list',
      () => GenericRecords.compact('t', { list: Fields.ARRAY_OF_STRING }, { list: 7 as unknown as string[] }),
    ],
    ['Generic to be cloned does not have a field with name nope', () => record.clone({ nope: 1 })],
  ])('%s', (opening, work) => {
    expect(thrownBy(work).message.slice(0, opening.length)).toBe(opening);
  });

  test.each<[string, () => unknown]>([
    ["Invalid field name: 'nope' for schema", () => record.getInt32('nope')],
    ["Invalid field kind: '", () => record.getString('id')],
  ])('%s', (opening, work) => {
    expect(thrownBy(work).message.slice(0, opening.length)).toBe(opening);
  });
});
