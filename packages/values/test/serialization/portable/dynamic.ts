import * as fc from 'fast-check';
import type Long from 'long';

import type {
  Portable,
  PortableFactory,
  PortableReader,
  PortableWriter,
} from '../../../src/portable/portable.js';
import { bigDecimal, localDate, localTime, long } from '../samples.js';
import { LocalDate } from '../../../src/classes/local-date.js';
import { LocalDateTime } from '../../../src/classes/local-date-time.js';
import { OffsetDateTime } from '../../../src/classes/offset-date-time.js';

/** The methods of a reader or writer, by name. */
type Methods = Record<string, (...args: unknown[]) => unknown>;

const number = fc.oneof(fc.double(), fc.integer());
const text = fc.string({ unit: 'binary', maxLength: 20 });
const char = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
// Not −0, which the remainder of a year below zero may be, and which no bytes are.
const shortYear = localDate.map(({ year, month, date }) => new LocalDate((year % 0x8000) | 0, month, date));
const timestamp = fc.tuple(shortYear, localTime).map(([date, time]) => new LocalDateTime(date, time));
const timestampWithTimezone = fc
  .tuple(timestamp, fc.integer({ min: -64_800, max: 64_800 }))
  .map(([dateTime, offset]) => new OffsetDateTime(dateTime, offset));

function orNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { freq: 4 });
}

function arrayOf<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[] | null> {
  return orNull(fc.array(arbitrary, { maxLength: 5 }));
}

/** What the methods `write…` take and `read…` give, without those of Portables. */
export const PLAIN_KINDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Byte: fc.integer({ min: 0, max: 255 }),
  Boolean: fc.boolean(),
  Char: char,
  Short: fc.integer({ min: -0x8000, max: 0x7fff }),
  Int: fc.integer(),
  Long: long,
  Float: fc.float(),
  Double: number,
  String: orNull(text),
  UTF: orNull(text),
  Decimal: orNull(bigDecimal),
  Time: orNull(localTime),
  Date: orNull(shortYear),
  Timestamp: orNull(timestamp),
  TimestampWithTimezone: orNull(timestampWithTimezone),
  ByteArray: orNull(fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes))),
  BooleanArray: arrayOf(fc.boolean()),
  CharArray: arrayOf(char),
  ShortArray: arrayOf(fc.integer({ min: -0x8000, max: 0x7fff })),
  IntArray: arrayOf(fc.integer()),
  LongArray: arrayOf(long),
  FloatArray: arrayOf(fc.float()),
  DoubleArray: arrayOf(number),
  StringArray: arrayOf(orNull(text)),
  UTFArray: arrayOf(text),
  DecimalArray: arrayOf(bigDecimal),
  TimeArray: arrayOf(localTime),
  DateArray: arrayOf(shortYear),
  TimestampArray: arrayOf(timestamp),
  TimestampWithTimezoneArray: arrayOf(timestampWithTimezone),
};

export interface ClassSpec {
  readonly classId: number;
  readonly version: number | null;
  readonly fields: readonly FieldSpec[];
}

export interface FieldSpec {
  readonly name: string;
  readonly kind: string;
  /** Of `Portable` and `PortableArray`. */
  readonly of: ClassSpec | null;
}

export const FACTORY = 11;

/** An object of a class that is made up at run time, which both clients write and read. */
export class Dynamic implements Portable {
  factoryId = FACTORY;
  classId: number;
  declare version?: number;
  values: Readonly<Record<string, unknown>>;
  readonly #spec: ClassSpec;

  constructor(spec: ClassSpec, values: Readonly<Record<string, unknown>> = {}) {
    this.classId = spec.classId;
    if (spec.version !== null) this.version = spec.version;
    this.#spec = spec;
    this.values = values;
  }

  writePortable(writer: PortableWriter): void {
    for (const { name, kind, of } of this.#spec.fields) {
      const value = this.values[name];
      // Every other null is written by the method that is made for it.
      if (kind === 'Portable' && value === null && name.length % 2 === 0 && of?.version === null) {
        writer.writeNullPortable(name, FACTORY, of.classId);
      } else {
        (writer as unknown as Methods)[`write${kind}`](name, value);
      }
    }
  }

  readPortable(reader: PortableReader): void {
    this.values = Object.fromEntries(
      this.#spec.fields.map(({ name, kind }) => [name, (reader as unknown as Methods)[`read${kind}`](name)]),
    );
  }
}

/** Makes objects of these classes and of all the classes within them. */
export function factoryOf(...tops: ClassSpec[]): PortableFactory {
  const specs = new Map(tops.flatMap(withNested).map((each) => [each.classId, each]));
  return (classId) => new Dynamic(specs.get(classId) as ClassSpec);
}

function withNested(spec: ClassSpec): ClassSpec[] {
  return [spec, ...spec.fields.flatMap(({ of }) => (of === null ? [] : withNested(of)))];
}

interface Shape {
  readonly version: number | null;
  readonly fields: ReadonlyArray<{
    readonly label: string;
    readonly kind: string;
    readonly of: Shape | null;
  }>;
}

const shape: fc.Arbitrary<Shape> = fc.letrec<{ shape: Shape }>((tie) => {
  // ASCII: the official client counts the characters of others and writes their bytes.
  const label = fc.string({ unit: 'grapheme-ascii', maxLength: 8 });
  const simple = fc.record({
    label,
    kind: fc.constantFrom(...Object.keys(PLAIN_KINDS)),
    of: fc.constant(null),
  });
  const nested = fc.record({
    label,
    kind: fc.constantFrom('Portable', 'PortableArray'),
    of: tie('shape'),
  });
  return {
    shape: fc.record({
      version: fc.option(fc.integer({ min: 0, max: 3 })),
      fields: fc.array(
        fc.oneof({ maxDepth: 3, depthSize: 'small' }, { weight: 4, arbitrary: simple }, nested),
        {
          maxLength: 8,
        },
      ),
    }),
  };
}).shape;

/** Gives each class an id and each field a name of its own. */
function named({ version, fields }: Shape, ids: { next: number }): ClassSpec {
  const classId = ids.next++;
  return {
    classId,
    version,
    fields: fields.map(({ label, kind, of }, index) => ({
      name: `n${label}${index}`,
      kind,
      of: of === null ? null : named(of, ids),
    })),
  };
}

/** Objects of a class. @param full without nulls and empty arrays of Portables, which say nothing of their class */
export function objectsOf(spec: ClassSpec, full: boolean): fc.Arbitrary<Dynamic> {
  const values = spec.fields.map(({ name, kind, of }): [string, fc.Arbitrary<unknown>] => {
    if (of === null) return [name, PLAIN_KINDS[kind]];
    const object = objectsOf(of, full);
    if (kind === 'Portable') return [name, full ? object : fc.option(object, { freq: 3 })];
    const array = fc.array(object, { minLength: full ? 1 : 0, maxLength: 3 });
    return [name, full ? array : fc.option(array, { freq: 3 })];
  });
  return fc.record(Object.fromEntries(values)).map((each) => new Dynamic(spec, each));
}

export interface ClassWithObjects {
  readonly spec: ClassSpec;
  readonly objects: readonly Dynamic[];
}

/** A class, one full object, from which it is learned, and some others. Class ids are from this one on. */
export function classFrom(firstId: number): fc.Arbitrary<ClassWithObjects> {
  return shape
    .map((each) => named(each, { next: firstId }))
    .chain((spec) =>
      fc
        .tuple(objectsOf(spec, true), fc.array(objectsOf(spec, false), { maxLength: 3 }))
        .map(([full, others]) => ({ spec, objects: [full, ...others] })),
    );
}

export const classWithObjects: fc.Arbitrary<ClassWithObjects> = classFrom(1);

/** A value in a form that compares by content, whichever client's classes it is made of. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return value;
  if (Buffer.isBuffer(value)) return `bytes ${value.toString('hex')}`;
  if (Array.isArray(value)) return value.map(plain);
  const ofClass = value.constructor?.name ?? 'Object';
  if (ofClass === 'Long') return `long ${(value as Long).toString()}`;
  const fields = Object.entries(value).map(([name, each]) => [name, plain(each)]);
  return { ofClass, fields: Object.fromEntries(fields) as unknown };
}
