import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { expect, it } from 'vitest';

import { methodName } from '../../../src/data/method-names.js';
import { ObjectDataInput } from '../../../src/data/object-data-input.js';
import { HazelcastSerializationError } from '../../../src/errors/hierarchy.js';
import { FieldType } from '../../../src/portable/field-type.js';
import { PortableRecord } from '../../../src/portable/portable-record.js';
import { classWithObjects, Dynamic, plain, type ClassSpec, type FieldSpec } from './dynamic.js';
import { officialSide, ourSide } from './sides.js';

const runs = { seed: seedOf('portable records'), numRuns: 120 };

function opened(data: Buffer, isBigEndian: boolean = true): PortableRecord {
  const input = new ObjectDataInput(data, 0, data.length, () => undefined, !isBigEndian);
  const record = PortableRecord.open(input);
  expect(input.available()).toBe(0);
  return record;
}

/** The object that a record of a class has the fields of. */
function objectOf(spec: ClassSpec, record: PortableRecord): Dynamic {
  const read = ({ name, of }: FieldSpec): unknown => {
    const value = record.read(name);
    if (of === null || value === null) return value;
    const inner = (each: unknown): unknown => objectOf(of, each as PortableRecord);
    return Array.isArray(value) ? value.map(inner) : inner(value);
  };
  // From the last to the first, as fields can be read in any order.
  const fields = spec.fields.toReversed().map((field): [string, unknown] => [field.name, read(field)]);
  return new Dynamic(spec, Object.fromEntries(fields.toReversed()));
}

function only(kind: string): ClassSpec {
  return { classId: 1, version: null, fields: [{ name: 'only', kind, of: null }] };
}

it('gives the fields of random classes as the official client has written them, without their classes', () => {
  fc.assert(
    fc.property(classWithObjects, fc.boolean(), ({ spec, objects }, isBigEndian) => {
      const official = officialSide({ isBigEndian });
      for (const object of objects) {
        const record = opened(official.encode(object), isBigEndian);
        expect(plain(objectOf(spec, record))).toEqual(plain(object));
        const types = spec.fields.map(({ name }) => methodName(FieldType[record.typeOf(name) as FieldType]));
        expect(types).toEqual(spec.fields.map(({ kind }) => kind.replace('UTF', 'String')));
      }
    }),
    runs,
  );
});

it('has no value and no type for a field that does not exist', () => {
  const record = opened(ourSide({}).encode(new Dynamic(only('Int'), { only: 5 })));
  expect([record.read('only'), record.read('other'), record.typeOf('other')]).toEqual([
    5,
    undefined,
    undefined,
  ]);
});

it('reads values of one class version with different fields', () => {
  const [number, text] = [
    new Dynamic(only('Int'), { only: 5 }),
    new Dynamic(only('String'), { only: 'five' }),
  ].map((object) => opened(ourSide({}).encode(object)));
  expect([number.read('only'), text.read('only')]).toEqual([5, 'five']);
});

it('reads a field any number of times, however long it is', () => {
  const text = 'x'.repeat(1024 * 1024);
  const record = opened(ourSide({}).encode(new Dynamic(only('String'), { only: text })));
  for (let times = 0; times < 100; times++) expect(record.read('only')).toBe(text);
});

it('throws a typed error for bytes that are cut off', () => {
  const data = ourSide({}).encode(new Dynamic(only('LongArray'), { only: null }));
  for (let length = 8; length < data.length; length++) {
    expect(() => opened(data.subarray(0, length)).read('only')).toThrow(HazelcastSerializationError);
  }
});
