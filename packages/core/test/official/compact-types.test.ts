import type * as official from 'hazelcast-client';
import {
  Client,
  type FieldKind,
  Fields,
  GenericRecords,
  type CompactReader,
  type CompactSerializer,
  type CompactWriter,
  type GenericRecord,
  type SerializationConfig,
} from 'offloop';
import { expect, test } from 'vitest';

class Thing {
  readonly name = 'thing';
}

// Nothing of this runs: that it compiles is the test.
function compiles(
  reader: CompactReader,
  writer: CompactWriter,
  record: GenericRecord,
  serializer: CompactSerializer<Thing>,
  theirSerializer: official.CompactSerializer<Thing>,
  theirRecord: official.GenericRecord,
): unknown[] {
  // What serializers written for the official client are given, and what programs get.
  const given: official.CompactReader = reader;
  const taken: official.CompactWriter = writer;
  const got: official.GenericRecord = record;
  // Enums of TypeScript take the numbers they stand for.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
  const kind: official.FieldKind = record.getFieldKind('f');
  // Serializers of either.
  const forThem: official.CompactSerializer<Thing> = serializer;
  const forUs: CompactSerializer<Thing> = theirSerializer;
  const config: SerializationConfig = { compact: { serializers: [serializer, theirSerializer] } };
  const theirConfig: official.SerializationConfig = { compact: { serializers: [serializer] } };
  // What programs give back.
  const methods: keyof GenericRecord = '' as keyof official.GenericRecord;
  const theirs: keyof official.GenericRecord = '' as keyof GenericRecord;
  const readers: keyof CompactReader = '' as keyof official.CompactReader;
  const writers: keyof CompactWriter = '' as keyof official.CompactWriter;
  const fields: keyof typeof Fields = '' as keyof typeof official.Fields;
  const kinds: keyof typeof FieldKind = '' as keyof typeof official.FieldKind;
  const made: GenericRecord = GenericRecords.compact(
    't',
    { a: Fields.INT32, b: Fields.ARRAY_OF_STRING },
    { a: 1, b: ['x', null] },
  );
  // @ts-expect-error a value of another type than its field's
  GenericRecords.compact('t', { a: Fields.INT32 }, { a: 'x' });
  return [
    given,
    taken,
    got,
    kind,
    forThem,
    forUs,
    config,
    theirConfig,
    methods,
    theirs,
    readers,
    writers,
    fields,
    kinds,
    made,
    theirRecord,
  ];
}

test('what is typed for the official client fits, and the other way round', () => {
  expect(compiles).toBeTypeOf('function');
  expect(Client).toBeTypeOf('function');
});
