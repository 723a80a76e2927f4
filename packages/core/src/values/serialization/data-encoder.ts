import { types } from 'node:util';
import { copyBytes } from '@offloop/runtime/ring';
import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, dataHash, TypeId } from '@offloop/wire/protocol';
import Long from 'long';
import { describeError } from '../../errors/describe.js';
import { HazelcastSerializationError } from '../../errors/hierarchy.js';
import { UUID } from '../uuid.js';
import { encodeList, encodeTypedArray, type Encoded, type Scratch } from './array-encoding.js';
import { encodeCompact, isCompact } from './compact/compact-encoding.js';
import { bigIntToBytes } from './big-integer.js';
import { isIdentified, writeIdentified } from './identified.js';
import { jsonOf } from './json-text.js';
import { NUMBER_FORMATS, putInt32, putInt64, writeInt64, type NumberFormat } from './numbers.js';
import { ObjectDataOutput, type WriteObject } from './object-data-output.js';
import { isPortable, portableSerializerOf } from './portable/portable-serializer.js';
import { cannotSerialize } from './serialization-error.js';
import type { CustomSerializable, Serializer } from './serializer.js';
import { serializersById, type SerializationSettings } from './settings.js';
import { encodeByClass } from './types/temporal.js';

/** In which of the fields the prepared payload waits. */
const Prepared = {
  NOTHING: 0,
  /** `length` bytes of the four words. */
  FIXED: 1,
  /** `text`, to be preceded by its length in bytes. */
  TEXT: 2,
  /** `bytes`, to be preceded by their length: a Buffer, or text that is encoded already. */
  COUNTED: 3,
  /** `bytes` as they are. */
  ENCODED: 4,
} as const;
type Prepared = (typeof Prepared)[keyof typeof Prepared];

const EMPTY: Buffer = Buffer.alloc(0);
/** Where the bytes of a `FIXED` payload are made; shared, since nothing runs before they are taken into the fields. */
const FIXED: DataView = new DataView(new ArrayBuffer(16));
const LENGTH_BYTES = 4;
/** In place of a bound: nothing is prepared, as the value is where it belongs. */
const IN_PLACE = 0;

/** Up to this many UTF-16 units a string's bound is three bytes each: at most 2 KB of a claim too much. */
const UNCOUNTED_LENGTH = 1024;

/**
 * Up to this many UTF-16 units a longer string is encoded to the scratch, which tells its bytes, and copied; the scratch
 * may grow to three times that. 100,000 ASCII characters into shared memory: 8.3 µs on Node 20 and 6.6 µs on Node 24,
 * against 9.2 and 19 µs when the bytes are counted first.
 */
const SCRATCH_LENGTH = 256 * 1024;
const MOST_SCRATCH_BYTES = 3 * SCRATCH_LENGTH;

/**
 * Up to this many characters a loop writes a string, while it meets ASCII only; longer ones go through `Buffer.write`.
 * 16 characters into shared memory: loop 33-35 ns, `Buffer.write` 69 ns on Node 20 and 25 ns on Node 24; 8 characters:
 * 19 against 71 and 33 ns; 32: 60 against 69 and 28 ns.
 */
const LOOP_LENGTH = 16;

/**
 * Turns one value into `Data` bytes, in two steps, so that no ring claim is ever open while user code runs:
 *
 *     prepare(value)   chooses the serializer; runs toJSON, getters, custom serializers; tells the most bytes it takes
 *     write(target, …) puts [partition hash int32 BE][type id int32 BE][payload]
 *
 * User code may use this very encoder: what it prepares is written before it returns, and the fields below are set
 * only after it has. Between `prepare` and `write` the caller must not `prepare` another value with the same encoder.
 */
export class DataEncoder {
  readonly #settings: SerializationSettings;
  readonly #numbers: NumberFormat;
  readonly #littleEndian: boolean;
  readonly #custom: ReadonlyMap<number, Serializer>;

  /** The output that this encoder's value stands in, if it is within another. */
  readonly #outer: ObjectDataOutput | null;
  #prepared: Prepared = Prepared.NOTHING;
  #typeId: number = TypeId.NULL;
  /** The partition hash an object asks for; 0: none, it is computed from the payload. */
  #hash = 0;
  /** What `prepare` returned. */
  #bound = 0;
  #length = 0;
  #text = '';
  #bytes: Buffer = EMPTY;
  #scratch: Buffer = EMPTY;
  readonly #takeScratch: Scratch = (bytes) => {
    if (bytes > MOST_SCRATCH_BYTES) return Buffer.allocUnsafeSlow(bytes);
    if (this.#scratch.length < bytes)
      this.#scratch = Buffer.allocUnsafeSlow(Math.min(2 * bytes, MOST_SCRATCH_BYTES));
    return this.#scratch;
  };
  #word0 = 0;
  #word1 = 0;
  #word2 = 0;
  #word3 = 0;

  /** Cheap, as elements of lists and fields of custom serializers have one each. */
  constructor(settings: SerializationSettings, outer: ObjectDataOutput | null = null) {
    this.#settings = settings;
    this.#outer = outer;
    this.#littleEndian = !settings.isBigEndian;
    this.#numbers = NUMBER_FORMATS[settings.defaultNumberType];
    this.#custom = serializersById(settings);
  }

  /**
   * Chooses the serializer and runs all user code it needs. Returns the most bytes {@link write} will put, including
   * the 8-byte header.
   *
   * Throws `HazelcastSerializationError`, naming the value, for what cannot be written; an error of user code is its
   * cause. The encoder is then as it was.
   */
  prepare(value: unknown): number {
    switch (typeof value) {
      case 'string':
        return this.#setText(TypeId.STRING, value);
      case 'number':
        this.#numbers.write(FIXED, 0, value, this.#littleEndian);
        return this.#setFixed(this.#numbers.typeId, this.#numbers.bytes);
      case 'boolean':
        FIXED.setUint8(0, value ? 1 : 0);
        return this.#setFixed(TypeId.BOOLEAN, 1);
      case 'bigint':
        return this.#setBytes(Prepared.COUNTED, TypeId.BIG_INTEGER, bigIntToBytes(value));
      case 'object':
        return value === null ? this.#setFixed(TypeId.NULL, 0) : this.#prepareObject(value);
      case 'undefined':
        throw cannotSerialize(value, 'there is no type for undefined');
      default:
        // Functions and symbols: a global serializer may know what to do with them.
        return this.#prepareObject(value as object);
    }
  }

  /**
   * Writes what was prepared at an offset and returns the offset behind it. Runs no user code; allocates nothing. The
   * target may be shared memory.
   *
   * Throws `RangeError` when nothing is prepared or the target has no room for the bound that {@link prepare} returned.
   */
  write(target: Buffer, offset: number): number {
    if (this.#prepared === Prepared.NOTHING || target.length - offset < this.#bound) {
      throw new RangeError(
        `write of at most ${this.#bound} bytes (0: nothing prepared) at ${offset} of ${target.length}`,
      );
    }
    putInt32(target, offset, this.#hash);
    putInt32(target, offset + DATA_TYPE_OFFSET, this.#typeId);
    return this.#writePayload(target, offset + DATA_PAYLOAD_OFFSET);
  }

  /** Lets go of the value, which may be large; the next call must be {@link prepare}. */
  release(): void {
    this.#prepared = Prepared.NOTHING;
    this.#bound = 0;
    this.#text = '';
    this.#bytes = EMPTY;
  }

  #writePayload(target: Buffer, start: number): number {
    switch (this.#prepared) {
      case Prepared.TEXT:
        return this.#writeText(target, start);
      case Prepared.FIXED:
        return this.#writeFixed(target, start);
      case Prepared.COUNTED:
        this.#putLength(target, start, this.#length);
        copyBytes(this.#bytes, 0, this.#length, target, start + LENGTH_BYTES);
        return start + LENGTH_BYTES + this.#length;
      default:
        copyBytes(this.#bytes, 0, this.#length, target, start);
        return start + this.#length;
    }
  }

  #writeFixed(target: Buffer, start: number): number {
    const length = this.#length;
    if (length < 4) {
      for (let at = 0; at < length; at++) target[start + at] = this.#word0 >> (24 - 8 * at);
    } else {
      putInt32(target, start, this.#word0);
      if (length > 4) putInt32(target, start + 4, this.#word1);
      if (length > 8) {
        putInt32(target, start + 8, this.#word2);
        putInt32(target, start + 12, this.#word3);
      }
    }
    return start + length;
  }

  #writeText(target: Buffer, start: number): number {
    const text = this.#text;
    const at = start + LENGTH_BYTES;
    let written = 0;
    if (text.length <= LOOP_LENGTH) {
      for (; written < text.length; written++) {
        const unit = text.charCodeAt(written);
        if (unit > 0x7f) break;
        target[at + written] = unit;
      }
    }
    if (written < text.length) written = target.write(text, at, 'utf8');
    this.#putLength(target, start, written);
    return at + written;
  }

  #putLength(target: Buffer, at: number, length: number): void {
    if (this.#littleEndian) target.writeInt32LE(length, at);
    else putInt32(target, at, length);
  }

  #prepareObject(value: object): number {
    let hash: number;
    let bound: number;
    try {
      hash = this.#partitionHashOf(value);
      bound = this.#prepareByClass(value);
    } catch (error) {
      if (error instanceof HazelcastSerializationError) throw error;
      throw cannotSerialize(value, `${describeError(error)} was thrown`, error);
    }
    this.#hash = hash;
    return bound;
  }

  /** Made only where it is needed: most values have none within them. */
  get #nested(): WriteObject {
    const settings = this.#settings;
    return (output, object) => {
      // Its own encoder: this one may be in use further up the stack.
      const inner = new DataEncoder(settings, output);
      const bound = inner.prepare(object);
      if (bound === IN_PLACE) return;
      // Within a value, the type id is in the byte order of the payload.
      output.writeInt(inner.#typeId);
      output.append(bound, (target, offset) => inner.#writePayload(target, offset));
    };
  }

  #prepareOutput(typeId: number, write: (output: ObjectDataOutput) => void): number {
    if (this.#outer !== null) {
      // Where it stays: the positions in a Portable count from the beginning of the whole value.
      this.#outer.writeTyped(typeId, write);
      return IN_PLACE;
    }
    const output = new ObjectDataOutput(this.#nested, undefined, this.#littleEndian);
    // The payload's positions count from the header, as those that serializers read.
    output.position(DATA_PAYLOAD_OFFSET);
    write(output);
    return this.#setBytes(Prepared.ENCODED, typeId, output.toBuffer().subarray(DATA_PAYLOAD_OFFSET));
  }

  /** The official order: Compact, IdentifiedDataSerializable, Portable, built-in classes, custom serializers, the global one, JSON. */
  #prepareByClass(value: object): number {
    const { compact } = this.#settings;
    if (isCompact(value, compact)) {
      const payload = encodeCompact(value, compact, this.#littleEndian);
      return this.#setBytes(Prepared.ENCODED, TypeId.COMPACT, payload);
    }
    if (isIdentified(value)) {
      return this.#prepareOutput(TypeId.IDENTIFIED_DATA_SERIALIZABLE, (output) =>
        writeIdentified(output, value),
      );
    }
    if (isPortable(value)) {
      const portable = portableSerializerOf(this.#settings);
      return this.#prepareOutput(TypeId.PORTABLE, (output) => portable.write(output, value));
    }
    const isArray = Array.isArray(value);
    if (isArray) {
      const encoded = encodeTypedArray(
        value,
        this.#numbers,
        this.#nested,
        this.#littleEndian,
        this.#takeScratch,
      );
      if (encoded !== null) return this.#setEncoded(encoded);
    } else if (Buffer.isBuffer(value) && value.constructor === Buffer) {
      return this.#setBytes(Prepared.COUNTED, TypeId.BYTE_ARRAY, value);
    } else if (value instanceof Date && value.constructor === Date) {
      return this.#setDate(value);
    } else if (Long.isLong(value)) {
      return this.#setHalves(TypeId.LONG, value.high, value.low);
    } else if (value instanceof UUID && value.constructor === UUID) {
      const { mostSignificant: most, leastSignificant: least } = value;
      return this.#setHalves(TypeId.UUID, most.high, most.low, least.high, least.low);
    } else {
      const encoded = encodeByClass(value, this.#littleEndian);
      if (encoded !== null) return this.#setEncoded(encoded);
    }

    const serializer = this.#serializerOf(value);
    if (serializer !== null) {
      return this.#prepareOutput(serializer.id, (output) => serializer.write(output, value));
    }

    if (isArray) {
      const encoded = encodeList(value, this.#nested, this.#littleEndian);
      if (encoded !== null) return this.#setEncoded(encoded);
    } else if (types.isUint8Array(value)) {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
      return this.#setBytes(Prepared.COUNTED, TypeId.BYTE_ARRAY, bytes);
    }
    return this.#setText(TypeId.JSON, jsonOf(value));
  }

  #serializerOf(value: object): Serializer | null {
    const { hzCustomId: id }: Partial<CustomSerializable> = value;
    if (typeof id !== 'number' || !(id >= 1)) return this.#settings.globalSerializer;
    const serializer = this.#custom.get(id);
    if (serializer === undefined) {
      throw cannotSerialize(value, `serialization.customSerializers has none with its hzCustomId, ${id}`);
    }
    return serializer;
  }

  /** An object may name the value whose partition it wants (`partitionKey`), or the hash itself. */
  #partitionHashOf(value: object): number {
    const { partitionKey, getPartitionHash }: Aware = value;
    if (partitionKey !== undefined && partitionKey !== null) {
      const inner = new DataEncoder(this.#settings);
      const data = Buffer.allocUnsafe(inner.prepare(partitionKey));
      return dataHash(data, 0, inner.write(data, 0));
    }
    return typeof getPartitionHash === 'function' ? getPartitionHash.call(value) | 0 : 0;
  }

  #setDate(date: Date): number {
    const millis = Date.prototype.getTime.call(date);
    if (Number.isNaN(millis)) throw cannotSerialize(date, 'it is not a valid date');
    writeInt64(FIXED, 0, millis, this.#littleEndian);
    return this.#setFixed(TypeId.DATE, 8);
  }

  #setHalves(typeId: number, high: number, low: number, high2?: number, low2?: number): number {
    putInt64(FIXED, 0, high, low, this.#littleEndian);
    if (high2 === undefined || low2 === undefined) return this.#setFixed(typeId, 8);
    putInt64(FIXED, 8, high2, low2, this.#littleEndian);
    return this.#setFixed(typeId, 16);
  }

  /** Takes the first `length` bytes of `FIXED`. */
  #setFixed(typeId: number, length: number): number {
    this.#prepared = Prepared.FIXED;
    this.#typeId = typeId;
    this.#hash = 0;
    this.#length = length;
    this.#word0 = FIXED.getInt32(0);
    this.#word1 = FIXED.getInt32(4);
    if (length > 8) {
      this.#word2 = FIXED.getInt32(8);
      this.#word3 = FIXED.getInt32(12);
    }
    return (this.#bound = DATA_PAYLOAD_OFFSET + length);
  }

  #setText(typeId: number, text: string): number {
    const length = text.length;
    if (length > UNCOUNTED_LENGTH && length <= SCRATCH_LENGTH) return this.#setLongText(typeId, text);
    this.#prepared = Prepared.TEXT;
    this.#typeId = typeId;
    this.#hash = 0;
    this.#text = text;
    const bytes = length <= UNCOUNTED_LENGTH ? 3 * length : Buffer.byteLength(text, 'utf8');
    return (this.#bound = DATA_PAYLOAD_OFFSET + LENGTH_BYTES + bytes);
  }

  #setLongText(typeId: number, text: string): number {
    const most = 3 * text.length;
    const scratch = this.#takeScratch(most);
    const bytes = scratch.write(text, 0, 'utf8');
    return this.#setBytes(Prepared.COUNTED, typeId, scratch.subarray(0, bytes));
  }

  #setEncoded(encoded: Encoded): number {
    return this.#setBytes(Prepared.ENCODED, encoded.typeId, encoded.bytes);
  }

  #setBytes(
    prepared: typeof Prepared.COUNTED | typeof Prepared.ENCODED,
    typeId: number,
    bytes: Buffer,
  ): number {
    this.#prepared = prepared;
    this.#typeId = typeId;
    this.#hash = 0;
    this.#bytes = bytes;
    this.#length = bytes.length;
    const lengthField = prepared === Prepared.COUNTED ? LENGTH_BYTES : 0;
    return (this.#bound = DATA_PAYLOAD_OFFSET + lengthField + bytes.length);
  }
}

interface Aware {
  readonly partitionKey?: unknown;
  readonly getPartitionHash?: (this: unknown) => number;
}
