import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { GenericRecordImpl } from '../../../src/compact/generic-record-impl.js';
import { FieldKind } from '../../../src/compact/schema/field-kind.js';
import { Schema } from '../../../src/compact/schema/schema.js';
import { inside } from '../official.js';
import { build, cases, Classes, methodOf, shapes, shown, type Plain, type Shape } from './cases.js';
import { OURS, THEIRS, type Lib } from '../classes.js';
import { officialSchema, OurSide, TheirSide } from './clients.js';

const runs = { seed: seedOf('compact'), numRuns: 100 };

const OfficialRecord = inside(
  'serialization/generic_record/CompactGenericRecord',
  'CompactGenericRecordImpl',
);

type AnyRecord = Record<string, (fieldName: string) => unknown>;

/** A record of either client. */
function record(lib: Lib, shape: Shape, plain: Plain): object {
  const fields = Object.fromEntries(shape.fields.map(({ name, kind }) => [name, { kind }]));
  const values = Object.fromEntries(
    shape.fields.map((field, index) => [
      field.name,
      build(lib, field, plain[index], (inner, each) => record(lib, inner, each)),
    ]),
  );
  return lib === OURS
    ? GenericRecordImpl.of(shape.typeName, fields, values)
    : new OfficialRecord(shape.typeName, fields, values);
}

/** What is in a record of either client. */
function contents(shape: Shape, given: unknown): unknown {
  if (given === null) return null;
  const values = given as AnyRecord;
  return shape.fields.map(({ name, kind, inner }) => {
    const method = `get${methodOf(kind).replace('Compact', 'GenericRecord')}`;
    const value = values[method](name);
    if (inner === undefined || value === null) return shown(value);
    return Array.isArray(value) ? value.map((each) => contents(inner, each)) : contents(inner, value);
  });
}

/** The official client loses a field `__proto__` of a record, and cannot write a null in place of its bytes. */
function isBeyondThem({ fields }: Shape, plain: Plain): boolean {
  return fields.some(({ name, kind, inner }, index) => {
    const value = plain[index];
    if (name === '__proto__' || (kind === FieldKind.ARRAY_OF_INT8 && value === null)) return true;
    if (inner === undefined || value === null) return false;
    const within = kind === FieldKind.COMPACT ? [value] : (value as unknown[]);
    return within.some((each) => each !== null && isBeyondThem(inner, each as Plain));
  });
}

it('gives a schema the id that the official client gives it', () => {
  fc.assert(
    fc.property(shapes(1), ({ typeName, fields }) => {
      const descriptors = fields.map(({ name, kind }) => ({ fieldName: name, kind }));
      const schema = new Schema(typeName, descriptors);
      const { schemaId } = officialSchema(schema);
      expect([schema.high, schema.low]).toEqual([schemaId.high, schemaId.low]);
    }),
    runs,
  );
});

describe.each([true, false])('with isBigEndian: %s', (isBigEndian) => {
  it('writes objects of any fields as the official client does, and each reads what the other wrote', () => {
    fc.assert(
      fc.property(cases, ({ shape, plain }) => {
        const classes = new Classes(shape);
        const [ours, theirs] = [
          new OurSide(classes.serializers, isBigEndian),
          new TheirSide(classes.serializers, isBigEndian),
        ];
        const bytes = ours.encode(classes.object(OURS, shape, plain));
        expect(bytes).toEqual(theirs.encode(classes.object(THEIRS, shape, plain)));
        expect(ours.schemas.length).toBe(theirs.schemas.length);
        expect(shown(ours.decode(bytes))).toEqual(shown(classes.object(OURS, shape, plain)));
        expect(shown(theirs.decode(bytes))).toEqual(shown(ours.decode(bytes)));
      }),
      runs,
    );
  });

  it('writes and reads records of any fields as the official client does', () => {
    fc.assert(
      fc.property(
        cases.filter(({ shape, plain }) => !isBeyondThem(shape, plain)),
        ({ shape, plain }) => {
          const [ours, theirs] = [new OurSide([], isBigEndian), new TheirSide([], isBigEndian)];
          const bytes = ours.encode(record(OURS, shape, plain));
          expect(bytes).toEqual(theirs.encode(record(THEIRS, shape, plain)));
          const expected = contents(shape, record(THEIRS, shape, plain));
          expect(contents(shape, record(OURS, shape, plain))).toEqual(expected);
          expect(contents(shape, ours.decode(bytes))).toEqual(expected);
          expect(contents(shape, theirs.decode(bytes))).toEqual(expected);
        },
      ),
      runs,
    );
  });
});
