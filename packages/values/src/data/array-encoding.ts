import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { TypeId } from '@offloop/wire';
import Long from 'long';
import { describe } from '../errors/describe.js';
import { BigDecimal } from '../classes/big-decimal.js';
import { putInt64, type NumberFormat } from './numbers.js';
import { ObjectDataOutput, type WriteObject } from './object-data-output.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import { ALIGNED_ELEMENTS, putDoubles } from './swapped-arrays.js';

/** Memory that encoders work in. */
export interface Scratch {
  /** Returns memory of at least `bytes` bytes, at an offset that is a multiple of 8. Its content is lost with the next call. */
  takeScratch(bytes: number): Buffer;
}

/** A payload that is ready to be copied, and its type. */
export interface Encoded {
  readonly typeId: number;
  readonly bytes: Buffer;
}

/**
 * Encodes an array whose type hazelcast-client takes from the first element: boolean[], string[], Long[], and number[] in the
 * configured format, which is also that of an empty array. Returns null for all others.
 *
 * The bytes may be those of the scratch; then they must be written before it is used again.
 *
 * Every element must be of the first one's type (strings may be null): the official client turns a stray element into NaN, false
 * or 0. Throws {@link HazelcastSerializationError} naming its index.
 */
export function encodeTypedArray(
  values: readonly unknown[],
  numbers: NumberFormat,
  nested: WriteObject,
  littleEndian: boolean,
  scratch: Scratch,
): Encoded | null {
  const first = values[0];
  if (values.length === 0 || typeof first === 'number') {
    return numbers.typeId === TypeId.DOUBLE && values.length >= MIN_SWAPPED
      ? encodeDoubles(values, littleEndian, scratch)
      : encodeNumbers(values, numbers, littleEndian);
  }
  if (first === undefined) {
    throw new HazelcastSerializationError(
      'Array serialization type is determined using the first element. The first element is undefined',
    );
  }
  if (typeof first === 'boolean') return encodeBooleans(values, littleEndian);
  if (typeof first === 'string') return encodeStrings(values, nested, littleEndian);
  return Long.isLong(first) ? encodeLongs(values, littleEndian) : null;
}

/** Number of doubles from which a typed array and a pass over its bytes take less time than a DataView. */
const MIN_SWAPPED = 128;

/** Elements whose arrays have no type in the official client, which fails to write them. */
const LISTED: ReadonlyArray<(each: unknown) => boolean> = [
  (each) => typeof each === 'bigint',
  (each) => Buffer.isBuffer(each),
  (each) => each instanceof BigDecimal,
];

/**
 * Encodes an array of bigint, Buffer or BigDecimal as Java's ArrayList, which the official client and members read. Returns null
 * for all others.
 */
export function encodeList(
  values: readonly unknown[],
  nested: WriteObject,
  littleEndian: boolean,
): Encoded | null {
  const first = values[0];
  const matches = LISTED.find((each) => each(first));
  if (matches === undefined) return null;
  const count = values.length;
  const output = new ObjectDataOutput(nested, 4 + 16 * count, littleEndian);
  output.writeInt(count);
  for (let index = 0; index < count; index++) {
    const each = values[index];
    if (each !== null && !matches(each)) throw strayElement(values, index);
    output.writeObject(each);
  }
  return { typeId: TypeId.ARRAY_LIST, bytes: output.toBuffer() };
}

function encodeNumbers(values: readonly unknown[], format: NumberFormat, littleEndian: boolean): Encoded {
  const count = values.length;
  if (format.typeId === TypeId.BYTE && count > 0) {
    throw cannotSerialize(values, 'with serialization.defaultNumberType byte, bytes are given as a Buffer');
  }
  const { bytes, view } = allocate(count, format.bytes, littleEndian);
  for (let index = 0; index < count; index++) {
    const value = values[index];
    if (typeof value !== 'number') throw strayElement(values, index);
    format.write(view, 4 + index * format.bytes, value, littleEndian);
  }
  return { typeId: format.arrayTypeId, bytes };
}

function encodeDoubles(values: readonly unknown[], littleEndian: boolean, scratch: Scratch): Encoded {
  const count = values.length;
  const end = ALIGNED_ELEMENTS + 8 * count;
  const bytes = scratch.takeScratch(end);
  const stray = putDoubles(values, bytes, littleEndian);
  if (stray >= 0) throw strayElement(values, stray);
  const start = ALIGNED_ELEMENTS - 4;
  if (littleEndian) bytes.writeInt32LE(count, start);
  else bytes.writeInt32BE(count, start);
  return { typeId: TypeId.DOUBLE_ARRAY, bytes: bytes.subarray(start, end) };
}

function encodeBooleans(values: readonly unknown[], littleEndian: boolean): Encoded {
  const count = values.length;
  const { bytes } = allocate(count, 1, littleEndian);
  for (let index = 0; index < count; index++) {
    const value = values[index];
    if (typeof value !== 'boolean') throw strayElement(values, index);
    bytes[4 + index] = value ? 1 : 0;
  }
  return { typeId: TypeId.BOOLEAN_ARRAY, bytes };
}

function encodeLongs(values: readonly unknown[], littleEndian: boolean): Encoded {
  const count = values.length;
  const { bytes, view } = allocate(count, 8, littleEndian);
  for (let index = 0; index < count; index++) {
    const value = values[index];
    if (!Long.isLong(value)) throw strayElement(values, index);
    putInt64(view, 4 + 8 * index, value.high, value.low, littleEndian);
  }
  return { typeId: TypeId.LONG_ARRAY, bytes };
}

function encodeStrings(values: readonly unknown[], nested: WriteObject, littleEndian: boolean): Encoded {
  const count = values.length;
  const output = new ObjectDataOutput(nested, 4 + 16 * count, littleEndian);
  output.writeInt(count);
  for (let index = 0; index < count; index++) {
    const value = values[index];
    if (typeof value !== 'string' && value !== null && value !== undefined) throw strayElement(values, index);
    output.writeString(value);
  }
  return { typeId: TypeId.STRING_ARRAY, bytes: output.toBuffer() };
}

function allocate(
  count: number,
  elementBytes: number,
  littleEndian: boolean,
): { bytes: Buffer; view: DataView } {
  const bytes = Buffer.allocUnsafe(4 + count * elementBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setInt32(0, count, littleEndian);
  return { bytes, view };
}

function strayElement(values: readonly unknown[], index: number): Error {
  return cannotSerialize(
    values,
    `the first element gives the array its type, and is ${describe(values[0])}, but element ${index} is ${describe(values[index])}. An object with the array in it is JSON, and takes both`,
  );
}
