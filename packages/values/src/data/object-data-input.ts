import { decodeLatin1, decodeUtf8, copyBytes } from '@offloop/runtime/bytes';
import { DATA_PAYLOAD_OFFSET } from '@offloop/wire';
import type Long from 'long';
import { bytesToBigInt } from './big-integer.js';
import { longOf, readInt64, type Int64Maker } from '../classes/int64.js';
import { cannotDeserialize } from '../errors/serialization-error.js';
import type { DataInput } from './serializer.js';
import { PIECES, takeNumbers, type Numbers } from './swapped-arrays.js';

const NULL_LENGTH = -1;

/** Most levels of values within values, as bytes can nest deeper than the stack is. */
export const MAX_DEPTH = 500;

/** Bytes that may be read for each byte of a value in formats that jump. Besides, `READS_IN_ANY_CASE` bytes may be read. */
const READS_OF_A_BYTE = 16;
const READS_IN_ANY_CASE = 1024 * 1024;

/** Reads the value of a type id from an input. By it a serializer's `readObject` reaches the client's own types. */
export type ReadObject = (typeId: number, input: ObjectDataInput) => unknown;

/**
 * A cursor over one serialized value, `bytes[start, end)`, whose positions count from `start`.
 *
 * Every read checks the end, and every announced length is checked against the bytes left before anything of that size is
 * allocated: the bytes are not trusted.
 */
export class ObjectDataInput implements DataInput {
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;
  #at: number;
  readonly #nested: ReadObject;
  readonly #littleEndian: boolean;
  #depth = 0;
  #budget: number;

  constructor(bytes: Buffer, start: number, end: number, nested: ReadObject, littleEndian: boolean = false) {
    this.#littleEndian = littleEndian;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#at = start + DATA_PAYLOAD_OFFSET;
    this.#nested = nested;
    this.#budget = READS_IN_ANY_CASE + READS_OF_A_BYTE * (end - start);
  }

  /** Enters a value within this one, before it is read. Throws if it is nested too deep. */
  enter(): void {
    if (this.#depth === MAX_DEPTH) throw cannotDeserialize(`values are nested more than ${MAX_DEPTH} deep`);
    this.#depth++;
  }

  /** Leaves a value within this one, after it was read. */
  leave(): void {
    this.#depth--;
  }

  /**
   * Counts bytes that were reached by a position in the bytes. Throws when they are many more than the value has: positions may
   * lead to the same bytes again and again, and a few nested ones to any amount of work and memory.
   */
  spend(bytes: number): void {
    this.#budget -= bytes;
    if (this.#budget < 0) throw cannotDeserialize('positions in it lead to the same bytes too often');
  }

  /** Returns true if the bytes at a position are the expected ones. */
  matches(position: number, expected: Uint8Array): boolean {
    const { length } = expected;
    const at = this.#take(length, position);
    const bytes = this.#bytes;
    let index = 0;
    while (index < length && bytes[at + index] === expected[index]) index++;
    return index === length;
  }

  /** Reads text of one byte a character. */
  readLatin1(length: number): string {
    if (length < 0) throw cannotDeserialize(`length ${length} of a text`);
    const at = this.#take(length);
    return decodeLatin1(this.#bytes, at, at + length);
  }

  isBigEndian(): boolean {
    return !this.#littleEndian;
  }

  position(newPosition?: number): number {
    const before = this.#at - this.#start;
    if (newPosition !== undefined) this.#moveTo(this.#start + newPosition);
    return before;
  }

  reset(): void {
    this.#at = this.#start;
  }

  skipBytes(count: number): void {
    this.#moveTo(this.#at + count);
  }

  available(): number {
    return this.#end - this.#at;
  }

  read(position?: number): number {
    return this.readByte(position);
  }

  readBoolean(position?: number): boolean {
    return this.readByte(position) === 1;
  }

  readByte(position?: number): number {
    return this.#bytes[this.#take(1, position)];
  }

  readUnsignedByte(position?: number): number {
    return this.readByte(position);
  }

  readUnsignedShort(position?: number): number {
    const at = this.#take(2, position);
    return this.#littleEndian ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  readChar(position?: number): string {
    return String.fromCharCode(this.readUnsignedShort(position));
  }

  readShort(position?: number): number {
    const at = this.#take(2, position);
    return this.#littleEndian ? this.#bytes.readInt16LE(at) : this.#bytes.readInt16BE(at);
  }

  readInt(position?: number): number {
    const at = this.#take(4, position);
    return this.#littleEndian ? this.#bytes.readInt32LE(at) : this.#bytes.readInt32BE(at);
  }

  readLong(position?: number): Long {
    return this.readInt64(longOf, position);
  }

  /** Reads an int64 in the form that `make` gives it. */
  readInt64<I>(make: Int64Maker<I>, position?: number): I {
    return readInt64(this.#bytes, this.#take(8, position), this.#littleEndian, make);
  }

  readFloat(position?: number): number {
    const at = this.#take(4, position);
    return this.#littleEndian ? this.#bytes.readFloatLE(at) : this.#bytes.readFloatBE(at);
  }

  readDouble(position?: number): number {
    const at = this.#take(8, position);
    return this.#littleEndian ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at);
  }

  readString(position?: number): string | null {
    return this.#readAt(position, () => {
      const length = this.#readLength(1);
      if (length === NULL_LENGTH) return null;
      const start = this.#take(length);
      return decodeUtf8(this.#bytes, start, start + length);
    });
  }

  readUTF(position?: number): string | null {
    return this.readString(position);
  }

  readByteArray(position?: number): Buffer | null {
    return this.#readAt(position, () => {
      const length = this.#readLength(1);
      if (length === NULL_LENGTH) return null;
      const start = this.#take(length);
      const copy = Buffer.allocUnsafe(length);
      copyBytes(this.#bytes, start, start + length, copy, 0);
      return copy;
    });
  }

  /** Reads Java's BigInteger; null if its bytes are null. */
  readBigInteger(): bigint | null {
    const length = this.#readLength(1);
    if (length === NULL_LENGTH) return null;
    const start = this.#take(length);
    return bytesToBigInt(this.#bytes, start, start + length);
  }

  readBooleanArray(position?: number): boolean[] | null {
    return this.#readArray(1, () => this.readBoolean(), position);
  }

  readCharArray(position?: number): string[] | null {
    return this.#readArray(2, () => this.readChar(), position);
  }

  readShortArray(position?: number): number[] | null {
    return this.#readNumbers(PIECES.int16, position);
  }

  readIntArray(position?: number): number[] | null {
    return this.#readNumbers(PIECES.int32, position);
  }

  readLongArray(position?: number): Long[] | null {
    return this.readInt64Array(longOf, position);
  }

  /** Reads an array of int64 in the form that `make` gives them. */
  readInt64Array<I>(make: Int64Maker<I>, position?: number): I[] | null {
    return this.#readArray(8, () => this.readInt64(make), position);
  }

  readFloatArray(position?: number): number[] | null {
    return this.#readNumbers(PIECES.float32, position);
  }

  readDoubleArray(position?: number): number[] | null {
    return this.#readNumbers(PIECES.float64, position);
  }

  readStringArray(position?: number): string[] | null {
    return this.#readArray(4, () => this.readString(), position) as string[] | null;
  }

  readUTFArray(position?: number): string[] | null {
    return this.readStringArray(position);
  }

  readObject(): unknown {
    return this.#nested(this.readInt(), this);
  }

  /** Reads a list of any values, each with its type id: Java's arrays of objects, ArrayList and LinkedList. */
  readList(): unknown[] | null {
    return this.#readArray(4, () => this.readObject());
  }

  #readArray<T>(elementBytes: number, readElement: () => T, position?: number): T[] | null {
    return this.#readAt(position, () => {
      const length = this.#readLength(elementBytes);
      if (length === NULL_LENGTH) return null;
      const values: T[] = [];
      for (let index = 0; index < length; index++) values.push(readElement());
      return values;
    });
  }

  #readNumbers(numbers: Numbers, position: number | undefined): number[] | null {
    return this.#readAt(position, () => {
      const length = this.#readLength(numbers.BYTES_PER_ELEMENT);
      if (length === NULL_LENGTH) return null;
      const start = this.#take(length * numbers.BYTES_PER_ELEMENT);
      return takeNumbers(numbers, this.#bytes, start, length, this.#littleEndian);
    });
  }

  /** Reads a length in elements, for all of which there must be room, or the mark of null. */
  #readLength(elementBytes: number): number {
    const length = this.readInt();
    if (length < NULL_LENGTH || length * elementBytes > this.#end - this.#at) {
      throw cannotDeserialize(
        `length ${length} at ${this.#at - 4 - this.#start}, with ${this.#end - this.#at} bytes left for elements of at least ${elementBytes}`,
      );
    }
    return length;
  }

  #readAt<T>(position: number | undefined, read: () => T): T {
    if (position === undefined) return read();
    const before = this.#at;
    this.#moveTo(this.#start + position);
    try {
      return read();
    } finally {
      this.#at = before;
    }
  }

  /** Returns the offset of the next `count` bytes, and moves behind them unless a position is given. */
  #take(count: number, position?: number): number {
    const at = position === undefined ? this.#at : this.#start + position;
    if (!(at >= this.#start && at + count <= this.#end)) {
      throw cannotDeserialize(
        `${count} bytes wanted at ${at - this.#start} of a value of ${this.#end - this.#start}`,
      );
    }
    if (position === undefined) this.#at = at + count;
    return at;
  }

  #moveTo(at: number): void {
    if (!(at >= this.#start && at <= this.#end)) {
      throw cannotDeserialize(`position ${at - this.#start} in a value of ${this.#end - this.#start} bytes`);
    }
    this.#at = at;
  }
}
