import * as fc from 'fast-check';
import Long from 'long';

import { BigDecimal } from '../../src/classes/big-decimal.js';
import { LocalDateTime } from '../../src/classes/local-date-time.js';
import { LocalDate } from '../../src/classes/local-date.js';
import { LocalTime } from '../../src/classes/local-time.js';
import { OffsetDateTime } from '../../src/classes/offset-date-time.js';
import type { DataInput, DataOutput } from '../../src/data/serializer.js';
import { UUID } from '../../src/classes/uuid.js';
import { THEIRS, type Lib } from './classes.js';

export const BOX_FACTORY = 7;
const BOX_CLASS = 3;

/** An object that both clients know, with any values in it, and something of each kind of field around them. */
export class Box {
  factoryId = BOX_FACTORY;
  classId = BOX_CLASS;
  label: string | null;
  items: unknown[];

  constructor(label: string | null = null, items: unknown[] = []) {
    this.label = label;
    this.items = items;
  }

  writeData(output: DataOutput): void {
    output.writeString(this.label);
    output.writeShort(this.items.length);
    for (const item of this.items) output.writeObject(item);
    output.writeChar('é');
    output.writeFloat(0.5);
  }

  readData(input: DataInput): void {
    this.label = input.readString();
    const count = input.readShort();
    this.items = Array.from({ length: count }, () => input.readObject());
    if (input.readChar() !== 'é' || input.readFloat() !== 0.5) throw new RangeError('not where the box ends');
  }
}

/** For the configurations of both clients. */
export function boxFactory(classId: number): Box {
  if (classId !== BOX_CLASS) throw new RangeError('no such box');
  return new Box();
}

/** The same value in the official client's classes. */
export function toOfficial(value: unknown): unknown {
  return inClasses(value, THEIRS);
}

/** The same value in other classes than those of the sources. */
export function inClasses(value: unknown, classes: Lib): unknown {
  const inner = (each: unknown): never => inClasses(each, classes) as never;
  const make = (type: Lib['UUID'], ...args: unknown[]): object => new type(...(args as never[]));
  if (value instanceof Long) return classes.Long.fromBits(value.low, value.high);
  if (value instanceof UUID) {
    return make(classes.UUID, inner(value.mostSignificant), inner(value.leastSignificant));
  }
  if (value instanceof BigDecimal) return make(classes.BigDecimal, value.unscaledValue, value.scale);
  if (value instanceof LocalDate) return make(classes.LocalDate, value.year, value.month, value.date);
  if (value instanceof LocalTime) {
    return make(classes.LocalTime, value.hour, value.minute, value.second, value.nano);
  }
  if (value instanceof LocalDateTime) {
    return make(classes.LocalDateTime, inner(value.localDate), inner(value.localTime));
  }
  if (value instanceof OffsetDateTime) {
    return make(classes.OffsetDateTime, inner(value.localDateTime), value.offsetSeconds);
  }
  if (value instanceof Box) return Object.assign(new Box(), value, { items: value.items.map(inner) });
  // With what an array has besides its elements.
  return Array.isArray(value) ? Object.assign([], value, value.map(inner)) : value;
}

export const long: fc.Arbitrary<Long> = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map((value) => Long.fromBigInt(value));

export const uuid: fc.Arbitrary<UUID> = fc.tuple(long, long).map(([most, least]) => new UUID(most, least));

/** Of the negative ones, those that the official client writes as they are. */
const integer = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 200n }), fc.bigInt({ min: -128n, max: -2n }));

export const bigDecimal: fc.Arbitrary<BigDecimal> = fc
  .tuple(integer, fc.integer())
  .map(([unscaledValue, scale]) => new BigDecimal(unscaledValue, scale));

export const localDate: fc.Arbitrary<LocalDate> = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
    ),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => new LocalDate(year, month, date));

export const localTime: fc.Arbitrary<LocalTime> = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999 })),
  )
  .map(([hour, minute, second, nano]) => new LocalTime(hour, minute, second, nano));

export const localDateTime: fc.Arbitrary<LocalDateTime> = fc
  .tuple(localDate, localTime)
  .map(([date, time]) => new LocalDateTime(date, time));

export const offsetDateTime: fc.Arbitrary<OffsetDateTime> = fc
  .tuple(localDateTime, fc.integer({ min: -64_800, max: 64_800 }))
  .map(([dateTime, offset]) => new OffsetDateTime(dateTime, offset));

const json = fc
  .dictionary(fc.string(), fc.jsonValue())
  .map((object) => JSON.parse(JSON.stringify(object)) as object);

/** One arbitrary for each type that both clients write. */
export const byType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  double: fc.double(),
  string: fc.string({ unit: 'grapheme' }),
  long,
  BigInteger: integer,
  bigDecimal,
  uuid,
  Date: fc.date({ noInvalidDate: true }),
  localDate,
  localTime,
  localDateTime,
  offsetDateTime,
  'byte[]': fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  'boolean[]': fc.array(fc.boolean(), { minLength: 1 }),
  'double[]': fc.array(fc.double()),
  'long[]': fc.array(long, { minLength: 1 }),
  'String[]': fc
    .array(fc.oneof(fc.string(), fc.constant(null)), { minLength: 1 })
    .filter(([first]) => first !== null),
  JSON: json,
};

/** Any of them, and boxes of any of them. */
export const nested: fc.Arbitrary<unknown> = fc.letrec<{ box: Box; item: unknown }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, ...Object.values(byType), tie('box')),
  box: fc
    .tuple(fc.oneof(fc.string(), fc.constant(null)), fc.array(tie('item'), { maxLength: 6 }))
    .map(([label, items]) => new Box(label, items)),
})).item;
