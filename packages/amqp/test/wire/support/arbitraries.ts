import * as fc from 'fast-check';

import type { FieldSpec, FieldType } from '../../../src/wire/method-spec.js';

const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((made) => Buffer.byteLength(made) < 256);
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));

const types = `float64 double float byte int8 unsignedbyte uint8 short int16 unsignedshort uint16
  int int32 unsignedint uint32 long int64 timestamp`.split(/\s+/);

const whole = fc.oneof(
  fc.integer({ min: -200, max: 300 }),
  fc.integer({ min: -40_000, max: 70_000 }),
  fc.integer({ min: -(2 ** 31) - 5, max: 2 ** 31 - 1 }),
  fc.maxSafeInteger(),
  fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 50, -(2 ** 50), 2 ** 53, 2 ** 62, 2 ** 63, -(2 ** 63), 2 ** 64),
);

const plain = fc.oneof(
  whole,
  fc.double({ min: -(2 ** 49), max: 2 ** 49, noNaN: true }),
  fc.constantFrom(1e300, 2 ** 64 + 2 ** 12, 5e-324),
  fc.constant(Infinity),
  text,
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.boolean(),
  fc.constant(null),
  bytes,
);

const typed = fc.oneof(
  fc.record({ '!': fc.constantFrom(...types), value: fc.integer({ min: 0, max: 127 }) }),
  fc.record({
    '!': fc.constant('decimal'),
    value: fc.record({ places: fc.nat(255), digits: fc.nat(2 ** 31) }),
  }),
  fc.record({ '!': fc.constantFrom('long', 'timestamp'), value: fc.constantFrom('12', 12n, 2n ** 60n) }),
  fc.record({ '!': fc.constantFrom('string', 'object', 'boolean'), value: fc.constant('text') }),
);

/** Values that no table has room for, or of a wrong type. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(NaN, -Infinity, 1n, Symbol.iterator, () => 1, undefined, -(2 ** 64)),
  fc.record({
    '!': fc.constantFrom(...types, 'decimal', 'string', 'object', 'boolean', 'number', 'unknown'),
    value: fc.anything(),
  }),
  fc.record({ '!': fc.constantFrom(...types), value: whole }),
  fc.double(),
  fc.constantFrom(2 ** 50 + 0.5, -(2 ** 51) - 0.5, -(2 ** 63) - 2048, -1e300),
  fc.record({ '!': fc.anything() }),
  fc.constant({ '!': 'decimal', value: { places: 256, digits: 1 } }),
  fc.constant({ '!': 'decimal', value: { places: 1, digits: -1 } }),
  fc.constantFrom(
    'x'.repeat(70_000),
    Buffer.alloc(70_000),
    new Date(0),
    new Map([[1, 2]]),
    new Uint8Array(3),
    [1, , 2], // oxlint-disable-line no-sparse-arrays
  ),
);

/** One changes the prototype in amqplib, the other means that the table is a value with its type. */
const key = fc
  .oneof(text, fc.string({ unit: 'binary', maxLength: 20 }), fc.constant(''))
  .filter((name) => name !== '__proto__' && name !== '!');

function tables(
  leaf: fc.Arbitrary<unknown>,
  names: fc.Arbitrary<string>,
): fc.Arbitrary<Record<string, unknown>> {
  const { table } = fc.letrec<{ value: unknown; table: Record<string, unknown>; array: unknown[] }>(
    (tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, tie('table'), tie('array')),
      table: fc.dictionary(names, tie('value'), { maxKeys: 6, noNullPrototype: false }),
      array: fc.array(tie('value'), { maxLength: 5 }),
    }),
  );
  return table;
}

/** A field table that can be encoded. */
export const goodTable: fc.Arbitrary<Record<string, unknown>> = tables(fc.oneof(plain, typed), key);

/** One that may not be. */
export const anyTable: fc.Arbitrary<Record<string, unknown>> = tables(
  fc.oneof({ weight: 8, arbitrary: plain }, { weight: 2, arbitrary: typed }, { weight: 1, arbitrary: wrong }),
  fc.oneof(
    { weight: 30, arbitrary: key },
    { weight: 1, arbitrary: fc.constantFrom('k'.repeat(256), 'é'.repeat(128)) },
  ),
);

const good: Readonly<Record<FieldType, fc.Arbitrary<unknown>>> = {
  octet: fc.nat(0xff),
  short: fc.nat(0xffff),
  long: fc.integer({ min: 0, max: 0xffff_ffff }),
  longlong: fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(2 ** 53, 2 ** 63)),
  timestamp: fc.oneof(fc.nat(), fc.maxSafeNat()),
  bit: fc.boolean(),
  shortstr: fc.oneof(text, fc.constantFrom('', 'y'.repeat(255), 'y'.repeat(65), 'é'.repeat(127), '\ud800')),
  longstr: bytes,
  table: goodTable,
};

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    NaN,
    -1,
    1.5,
    256,
    65_536,
    2 ** 32,
    2 ** 64,
    -0,
    Infinity,
    -Infinity,
    1n,
    true,
  ),
  fc.constantFrom<unknown>(
    '',
    'z'.repeat(256),
    'é'.repeat(128),
    new Uint8Array(3),
    Buffer.from('b'),
    [],
    ['a', 1],
  ),
  fc.constantFrom<unknown>(() => 1, Symbol.iterator, new Date(0), '12'),
  anyTable,
);

/** The fields of a method, or properties, with all their values right. */
export function goodFields(specs: readonly FieldSpec[]): fc.Arbitrary<Record<string, unknown>> {
  return record(specs, (spec) => good[spec.type]);
}

/** The same with values missing and wrong. */
export function anyFields(specs: readonly FieldSpec[]): fc.Arbitrary<Record<string, unknown>> {
  return record(specs, (spec) =>
    fc.oneof(
      { weight: 8, arbitrary: good[spec.type] },
      { weight: 1, arbitrary: hostile },
      { weight: 2, arbitrary: fc.constant(undefined) },
    ),
  );
}

function record(
  specs: readonly FieldSpec[],
  valueOf: (spec: FieldSpec) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(specs.map((spec) => [spec.name, valueOf(spec)])));
}
