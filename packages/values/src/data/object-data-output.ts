import { MAX_DEPTH } from './object-data-input.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import type { DataOutput, Int64Halves } from './serializer.js';

const INITIAL_BYTES = 64;
const NULL_LENGTH = -1;

/** Writes a value with its type id to an output. By it a serializer's `writeObject` reaches the client's own types. */
export type WriteObject = (output: ObjectDataOutput, object: unknown) => void;

/**
 * Buffer that grows as it is written, for user code and for values whose size is not known before.
 *
 * Its capacity doubles, so that n bytes cost O(n).
 */
export class ObjectDataOutput implements DataOutput {
  #buffer: Buffer;
  #at = 0;
  /** Number of values that the position is nested in. */
  #depth = 0;
  readonly #nested: WriteObject;
  readonly #littleEndian: boolean;

  constructor(nested: WriteObject, initialBytes: number = INITIAL_BYTES, littleEndian: boolean = false) {
    this.#littleEndian = littleEndian;
    this.#buffer = Buffer.allocUnsafe(initialBytes);
    this.#nested = nested;
  }

  /** Lets `write` put up to `bytes` bytes at the position; it returns the offset behind them. */
  append(bytes: number, write: (target: Buffer, offset: number) => number): void {
    this.#reserve(bytes);
    this.#at = write(this.#buffer, this.#at);
  }

  /** Writes a type id, and the value that `write` writes. Leaves nothing of it if `write` throws. */
  writeTyped(typeId: number, write: (output: ObjectDataOutput) => void): void {
    const start = this.#at;
    try {
      this.writeInt(typeId);
      write(this);
    } catch (error) {
      this.#at = start;
      throw error;
    }
  }

  clear(): void {
    this.#at = 0;
  }

  isBigEndian(): boolean {
    return !this.#littleEndian;
  }

  position(newPosition?: number): number {
    const before = this.#at;
    if (newPosition !== undefined && newPosition !== null) {
      this.#at = 0;
      this.#reserve(newPosition);
      this.#at = newPosition;
    }
    return before;
  }

  toBuffer(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  write(byte: number | Buffer): void {
    if (typeof byte === 'number') this.writeByte(byte);
    else this.#writeBytes(byte);
  }

  writeBoolean(value: boolean): void {
    const at = this.#claim(1);
    this.#buffer[at] = value ? 1 : 0;
  }

  writeBooleanArray(values: readonly boolean[] | null): void {
    this.#writeArray(values, (each) => this.writeBoolean(each));
  }

  writeByte(byte: number): void {
    const at = this.#claim(1);
    this.#buffer[at] = byte;
  }

  writeByteArray(bytes: Buffer | null): void {
    this.writeInt(bytes?.length ?? NULL_LENGTH);
    if (bytes) this.#writeBytes(bytes);
  }

  writeChar(char: string): void {
    const at = this.#claim(2);
    if (this.#littleEndian) this.#buffer.writeUInt16LE(char.charCodeAt(0), at);
    else this.#buffer.writeUInt16BE(char.charCodeAt(0), at);
  }

  writeCharArray(chars: readonly string[] | null): void {
    this.#writeArray(chars, (each) => this.writeChar(each));
  }

  writeChars(chars: string | null): void {
    this.writeInt(chars?.length ?? NULL_LENGTH);
    if (!chars) return;
    for (let at = 0; at < chars.length; at++) this.writeChar(chars.charAt(at));
  }

  writeDouble(double: number): void {
    const at = this.#claim(8);
    if (this.#littleEndian) this.#buffer.writeDoubleLE(double, at);
    else this.#buffer.writeDoubleBE(double, at);
  }

  writeDoubleArray(doubles: readonly number[] | null): void {
    this.#writeArray(doubles, (each) => this.writeDouble(each));
  }

  writeFloat(float: number): void {
    const at = this.#claim(4);
    if (this.#littleEndian) this.#buffer.writeFloatLE(float, at);
    else this.#buffer.writeFloatBE(float, at);
  }

  writeFloatArray(floats: readonly number[] | null): void {
    this.#writeArray(floats, (each) => this.writeFloat(each));
  }

  writeInt(int: number): void {
    const at = this.#claim(4);
    if (this.#littleEndian) this.#buffer.writeInt32LE(int, at);
    else this.#buffer.writeInt32BE(int, at);
  }

  writeIntBE(int: number): void {
    const at = this.#claim(4);
    this.#buffer.writeInt32BE(int, at);
  }

  writeIntArray(ints: readonly number[] | null): void {
    this.#writeArray(ints, (each) => this.writeInt(each));
  }

  writeLong(long: Int64Halves): void {
    const { high, low } = long;
    // A number has neither, and would be 0.
    if (high === undefined || low === undefined) throw cannotSerialize(long, 'writeLong takes a Long');
    this.writeInt(this.#littleEndian ? low : high);
    this.writeInt(this.#littleEndian ? high : low);
  }

  writeLongArray(longs: readonly Int64Halves[] | null): void {
    this.#writeArray(longs, (each) => this.writeLong(each));
  }

  writeObject(object: unknown): void {
    // What is nested deeper could be written, but not read.
    if (this.#depth === MAX_DEPTH) {
      throw cannotSerialize(object, `values are nested more than ${MAX_DEPTH} deep`);
    }
    this.#depth++;
    try {
      this.#nested(this, object);
    } finally {
      this.#depth--;
    }
  }

  writeShort(short: number): void {
    const at = this.#claim(2);
    if (this.#littleEndian) this.#buffer.writeInt16LE(short, at);
    else this.#buffer.writeInt16BE(short, at);
  }

  writeShortArray(shorts: readonly number[] | null): void {
    this.#writeArray(shorts, (each) => this.writeShort(each));
  }

  writeUTF(text: string | null): void {
    this.writeString(text);
  }

  writeUTFArray(texts: readonly string[] | null): void {
    this.writeStringArray(texts);
  }

  writeString(text: string | null | undefined): void {
    if (text === null || text === undefined) {
      this.writeInt(NULL_LENGTH);
      return;
    }
    const bytes = Buffer.byteLength(text, 'utf8');
    this.writeInt(bytes);
    const start = this.#claim(bytes);
    this.#buffer.write(text, start, bytes, 'utf8');
  }

  writeStringArray(texts: readonly (string | null | undefined)[] | null): void {
    this.#writeArray(texts, (each) => this.writeString(each));
  }

  writeZeroBytes(count: number): void {
    if (count <= 0) return;
    const start = this.#claim(count);
    this.#buffer.fill(0, start, start + count);
  }

  #writeBytes(bytes: Buffer): void {
    const at = this.#claim(bytes.length);
    this.#buffer.set(bytes, at);
  }

  #writeArray<T>(values: readonly T[] | null, write: (value: T) => void): void {
    if (values === null || values === undefined) {
      this.writeInt(NULL_LENGTH);
      return;
    }
    this.writeInt(values.length);
    for (const value of values) write(value);
  }

  // Callers look at `this.#buffer` after this has returned, never before: it may be another one then.
  #claim(bytes: number): number {
    const start = this.#at;
    this.#reserve(bytes);
    this.#at = start + bytes;
    return start;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(grown);
    this.#buffer = grown;
  }
}
