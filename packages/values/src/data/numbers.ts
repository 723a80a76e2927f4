import { TypeId } from '@offloop/wire';
import { cannotSerialize } from '../errors/serialization-error.js';

/** Java types that a `number` can be written as, by their official names. */
export const NumberType = {
  BYTE: 'byte',
  SHORT: 'short',
  INTEGER: 'integer',
  LONG: 'long',
  FLOAT: 'float',
  DOUBLE: 'double',
} as const;
export type NumberType = (typeof NumberType)[keyof typeof NumberType];

/** Format in which a `number` is written, for one setting of `defaultNumberType`. */
export interface NumberFormat {
  readonly name: NumberType;
  readonly typeId: TypeId;
  readonly arrayTypeId: TypeId;
  readonly bytes: number;
  /** Writes a number at an offset. Throws {@link HazelcastSerializationError} for one that the type cannot hold. */
  readonly write: (view: DataView, offset: number, value: number, littleEndian: boolean) => void;
}

const TWO_POW_32 = 2 ** 32;

/*
 * Fractions are cut off by the integer types, as hazelcast-client does. Out of range and NaN are errors: the official
 * client wraps bytes around, and makes 0 of NaN and of every number written as a long.
 */
export const NUMBER_FORMATS: Readonly<Record<NumberType, NumberFormat>> = {
  byte: {
    name: 'byte',
    typeId: TypeId.BYTE,
    arrayTypeId: TypeId.BYTE_ARRAY,
    bytes: 1,
    // Read back as 0 to 255, so both ways of writing the upper half are welcome.
    write: (view, offset, value) => view.setInt8(offset, integer(value, -0x80, 0xff, 'byte')),
  },
  short: {
    name: 'short',
    typeId: TypeId.SHORT,
    arrayTypeId: TypeId.SHORT_ARRAY,
    bytes: 2,
    write: (view, offset, value, littleEndian) =>
      view.setInt16(offset, integer(value, -0x8000, 0x7fff, 'short'), littleEndian),
  },
  integer: {
    name: 'integer',
    typeId: TypeId.INT,
    arrayTypeId: TypeId.INT_ARRAY,
    bytes: 4,
    write: (view, offset, value, littleEndian) =>
      view.setInt32(offset, integer(value, -0x8000_0000, 0x7fff_ffff, 'integer'), littleEndian),
  },
  long: {
    name: 'long',
    typeId: TypeId.LONG,
    arrayTypeId: TypeId.LONG_ARRAY,
    bytes: 8,
    // Below 2⁶³: the next double after the greatest that fits.
    write: (view, offset, value, littleEndian) =>
      writeInt64(view, offset, integer(value, -(2 ** 63), 2 ** 63 - 1024, 'long'), littleEndian),
  },
  float: {
    name: 'float',
    typeId: TypeId.FLOAT,
    arrayTypeId: TypeId.FLOAT_ARRAY,
    bytes: 4,
    write: (view, offset, value, littleEndian) => view.setFloat32(offset, value, littleEndian),
  },
  double: {
    name: 'double',
    typeId: TypeId.DOUBLE,
    arrayTypeId: TypeId.DOUBLE_ARRAY,
    bytes: 8,
    write: (view, offset, value, littleEndian) => view.setFloat64(offset, value, littleEndian),
  },
};

/** Writes an integer of at most 53 significant bits as an int64. */
export function writeInt64(view: DataView, offset: number, value: number, littleEndian: boolean): void {
  // ToInt32 is modulo 2³², for negative numbers too.
  putInt64(view, offset, Math.floor(value / TWO_POW_32), value | 0, littleEndian);
}

/** Writes an int64 from its two halves. */
export function putInt64(
  view: DataView,
  offset: number,
  high: number,
  low: number,
  littleEndian: boolean,
): void {
  view.setInt32(littleEndian ? offset + 4 : offset, high, littleEndian);
  view.setInt32(littleEndian ? offset : offset + 4, low, littleEndian);
}

function integer(value: number, min: number, max: number, type: NumberType): number {
  const whole = Math.trunc(value);
  // Written so that NaN, which is in no order to anything, fails.
  if (!(whole >= min && whole <= max)) {
    throw cannotSerialize(
      value,
      `as ${type} (serialization.defaultNumberType) it must be from ${min} to ${max}`,
    );
  }
  return whole;
}

/** Writes an int32, big-endian as in headers. It is cheaper than a DataView for each buffer. */
export function putInt32(target: Buffer, offset: number, value: number): void {
  target[offset] = value >> 24;
  target[offset + 1] = value >> 16;
  target[offset + 2] = value >> 8;
  target[offset + 3] = value;
}
