import * as fc from 'fast-check';
import Long from 'long';

import type { CompactReader } from '../../../src/compact/compact-reader.js';
import type { CompactSerializer } from '../../../src/compact/compact-serializer.js';
import type { CompactWriter } from '../../../src/compact/compact-writer.js';
import { FieldKind } from '../../../src/compact/schema/field-kind.js';
import type { Lib } from '../classes.js';

/*
 * Random Compact values that can be built for either client: a shape (names and kinds of fields), and values as plain text,
 * numbers and arrays, from which each client's own classes are made.
 */

export interface ShapeField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Of COMPACT and ARRAY_OF_COMPACT. */
  readonly inner: Shape | undefined;
}

export interface Shape {
  readonly typeName: string;
  readonly fields: readonly ShapeField[];
}

export const ALL_KINDS: readonly FieldKind[] = Object.values(FieldKind).filter(
  (kind): kind is FieldKind => typeof kind === 'number' && kind !== FieldKind.NOT_AVAILABLE,
);

/** `ARRAY_OF_NULLABLE_INT8` → `ArrayOfNullableInt8` */
export function methodOf(kind: FieldKind): string {
  return FieldKind[kind]
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }).filter((text) => !/[\ud800-\udfff]/u.test(text)),
  fc.constantFrom('__proto__', 'constructor', 'a', 'b', '10', '9'),
);

/** Shapes whose values nest at most `depth` deep. */
export function shapes(depth: number, path: string = 'T'): fc.Arbitrary<Shape> {
  const kinds = depth > 0 ? ALL_KINDS : ALL_KINDS.filter((kind) => !isNesting(kind));
  return fc
    .uniqueArray(name, { maxLength: depth > 1 ? 14 : 6 })
    .chain((names) =>
      fc.tuple(
        ...names.map((each, index) =>
          fc.constantFrom(...kinds).chain((kind) => {
            const inner: fc.Arbitrary<Shape | undefined> = isNesting(kind)
              ? shapes(depth - 1, `${path}.${index}`)
              : fc.constant(undefined);
            return inner.map((shape): ShapeField => ({ name: each, kind, inner: shape }));
          }),
        ),
      ),
    )
    .map((fields) => ({ typeName: path, fields }));
}

/** A value in each field, or `null` where it may be. */
export type Plain = readonly unknown[];

export function plains(shape: Shape): fc.Arbitrary<Plain> {
  return fc.tuple(...shape.fields.map(plainOfField));
}

export const cases: fc.Arbitrary<{ shape: Shape; plain: Plain }> = shapes(2).chain((shape) =>
  plains(shape).map((plain) => ({ shape, plain })),
);

const hour = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999_999));
const day = fc.tuple(
  fc.integer({ min: -9999, max: 9999 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 28 }),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((each) => each.replace(/[\ud800-\udfff]/gu, '')),
  fc.string({ maxLength: 400, minLength: 200 }),
);
const ELEMENTS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  BOOLEAN: fc.boolean(),
  INT8: fc.integer({ min: -128, max: 127 }),
  INT16: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  INT32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  INT64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  FLOAT32: fc.float(),
  FLOAT64: fc.double(),
  STRING: text,
  // The official client writes some negative numbers wrong.
  DECIMAL: fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 200n }).map(String), fc.integer({ min: -9, max: 99 })),
  TIME: hour,
  DATE: day,
  TIMESTAMP: fc.tuple(day, hour),
  TIMESTAMP_WITH_TIMEZONE: fc.tuple(fc.tuple(day, hour), fc.integer({ min: -64_800, max: 64_800 })),
};

function isNesting(kind: FieldKind): boolean {
  return kind === FieldKind.COMPACT || kind === FieldKind.ARRAY_OF_COMPACT;
}

/** `ARRAY_OF_NULLABLE_INT8` → `INT8` */
export function elementOf(kind: FieldKind): string {
  return FieldKind[kind].replace('ARRAY_OF_', '').replace('NULLABLE_', '');
}

function plainOfField({ kind, inner }: ShapeField): fc.Arbitrary<unknown> {
  const kindName = FieldKind[kind];
  const isFixed = ['BOOLEAN', 'INT8', 'INT16', 'INT32', 'INT64', 'FLOAT32', 'FLOAT64'].includes(
    elementOf(kind),
  );
  const element = inner === undefined ? ELEMENTS[elementOf(kind)] : plains(inner);
  if (!kindName.startsWith('ARRAY_OF_'))
    return kindName === elementOf(kind) && isFixed ? element : fc.option(element);
  const mayBeNull = !isFixed || kindName.includes('NULLABLE');
  return fc.option(fc.array(mayBeNull ? fc.option(element) : element, { maxLength: 20 }), { freq: 9 });
}

/** From plain to a client's own, and back. @param nested makes a Compact value of a shape's plain. */
export function build(
  lib: Lib,
  { kind, inner }: ShapeField,
  plain: unknown,
  nested: (shape: Shape, plain: Plain) => unknown,
): unknown {
  if (plain === null) return null;
  const element = (each: unknown): unknown => {
    if (each === null) return null;
    return inner === undefined ? buildElement(lib, elementOf(kind), each) : nested(inner, each as Plain);
  };
  if (!FieldKind[kind].startsWith('ARRAY_OF_')) return element(plain);
  if (kind === FieldKind.ARRAY_OF_INT8) return Buffer.from(plain as number[]);
  return (plain as unknown[]).map(element);
}

function buildElement(lib: Lib, element: string, plain: unknown): unknown {
  const make = (type: Lib['UUID'], ...args: readonly unknown[]): object => new type(...(args as never[]));
  switch (element) {
    case 'INT64':
      return lib.Long.fromString(plain as string);
    case 'DECIMAL':
      return make(lib.BigDecimal, BigInt((plain as [string])[0]), (plain as [string, number])[1]);
    case 'TIME':
      return make(lib.LocalTime, ...(plain as number[]));
    case 'DATE':
      return make(lib.LocalDate, ...(plain as number[]));
    case 'TIMESTAMP': {
      const [date, time] = plain as [number[], number[]];
      return make(lib.LocalDateTime, make(lib.LocalDate, ...date), make(lib.LocalTime, ...time));
    }
    case 'TIMESTAMP_WITH_TIMEZONE':
      return make(
        lib.OffsetDateTime,
        buildElement(lib, 'TIMESTAMP', (plain as [unknown])[0]),
        (plain as unknown[])[1],
      );
    default:
      return plain;
  }
}

/** Any client's value as text that is the same for the same value. */
export function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value;
  if (Buffer.isBuffer(value)) return `bytes ${value.toString('hex')}`;
  if (Array.isArray(value)) return value.map(shown);
  if ('unscaledValue' in value)
    return `${String(value.unscaledValue)}e${String((value as { scale?: unknown }).scale)}`;
  if (Long.isLong(value)) return `Long ${value.toString()}`;
  return Object.entries(value).map(([key, each]) => [key, shown(each)]);
}

/** A class for each shape, with its serializer: both clients take the same ones. */
export class Classes {
  readonly serializers: CompactSerializer[] = [];
  readonly #classes = new Map<Shape, new (values: readonly unknown[]) => object>();

  constructor(shape: Shape) {
    this.#add(shape);
  }

  object(lib: Lib, shape: Shape, plain: Plain): object {
    const values = shape.fields.map((field, index) =>
      build(lib, field, plain[index], (inner, each) => this.object(lib, inner, each)),
    );
    return new (this.#classes.get(shape)!)(values);
  }

  #add(shape: Shape): void {
    const Class = class {
      readonly values: readonly unknown[];
      constructor(values: readonly unknown[]) {
        this.values = values;
      }
    };
    this.#classes.set(shape, Class);
    this.serializers.push({
      getClass: () => Class,
      getTypeName: () => shape.typeName,
      read: (reader) => new Class(shape.fields.map((field) => read(reader, field))),
      write: (writer, instance) =>
        shape.fields.forEach((field, index) =>
          write(writer, field, (instance as { values: unknown[] }).values[index]),
        ),
    });
    for (const { inner } of shape.fields) if (inner !== undefined) this.#add(inner);
  }
}

function read(reader: CompactReader, { name: fieldName, kind }: ShapeField): unknown {
  const methods = reader as unknown as Record<string, (fieldName: string) => unknown>;
  return methods[`read${methodOf(kind)}`](fieldName);
}

function write(writer: CompactWriter, { name: fieldName, kind }: ShapeField, value: unknown): void {
  const methods = writer as unknown as Record<string, (fieldName: string, value: unknown) => void>;
  methods[`write${methodOf(kind)}`](fieldName, value);
}
