import { types } from 'node:util';
import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, dataHash, TypeId } from '@offloop/wire';
import Long from 'long';
import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { UUID } from '../classes/uuid.js';
import { encodeList, encodeTypedArray } from '../data/array-encoding.js';
import { encodeCompact, isCompact } from '../compact/compact-encoding.js';
import { bigIntToBytes } from '../data/big-integer.js';
import { isIdentified, writeIdentified } from './identified.js';
import { asLongs, isStoredAsInt64, longFrom } from '../classes/int64.js';
import { jsonOf } from '../json/json-text.js';
import { NUMBER_FORMATS, type NumberFormat } from '../data/numbers.js';
import { ObjectDataOutput, type WriteObject } from '../data/object-data-output.js';
import { isPortable, portableSerializerOf } from '../portable/portable-serializer.js';
import { PreparedData } from './prepared-data.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import type { CustomSerializable, PartitionAware, Serializer } from '../data/serializer.js';
import { SerializedData } from '../data/serialized-data.js';
import { serializersById, type SerializationSettings } from './settings.js';
import { encodeByClass } from '../data/temporal.js';

/** Result of `prepare` for a value that is already written where it belongs. */
const IN_PLACE = 0;

/**
 * Serializes a value to `Data`. @param encoder must not be in use: user code of the value may prepare another value meanwhile.
 */
export function toData(value: unknown, encoder: DataEncoder): Buffer {
  const data = Buffer.allocUnsafe(encoder.prepare(value));
  return data.subarray(0, encoder.write(data, 0));
}

/**
 * Turns one value into `Data` bytes, in two steps, so that no ring claim is ever open while user code runs:
 *
 *     prepare(value)   chooses the serializer; runs toJSON, getters, custom serializers; tells the most bytes it takes
 *     write(target, …) puts [partition hash int32 BE][type id int32 BE][payload]
 *
 * User code may use this very encoder: what it prepares is written before it returns, and the value's own payload is set
 * only after it has. Between `prepare` and `write` the caller must not `prepare` another value with the same encoder.
 */
export class DataEncoder {
  readonly #settings: SerializationSettings;
  readonly #numbers: NumberFormat;
  readonly #littleEndian: boolean;
  readonly #custom: ReadonlyMap<number, Serializer>;
  readonly #data: PreparedData;
  /** Output that the encoder's value is written to, if it stands within another value. */
  readonly #outer: ObjectDataOutput | null;

  /** The constructor is cheap: each element of a list and each field of a custom serializer gets an encoder of its own. */
  constructor(settings: SerializationSettings, outer: ObjectDataOutput | null = null) {
    this.#settings = settings;
    this.#outer = outer;
    this.#littleEndian = !settings.isBigEndian;
    this.#numbers = NUMBER_FORMATS[settings.defaultNumberType];
    this.#custom = serializersById(settings);
    this.#data = new PreparedData(this.#littleEndian);
  }

  /**
   * Chooses the serializer and runs all user code it needs. Returns the most bytes that {@link write} will put, including the
   * 8-byte header.
   *
   * Throws `HazelcastSerializationError`, naming the value, if it cannot be written; what user code throws is thrown as it is. The
   * encoder is then as it was.
   */
  prepare(value: unknown): number {
    switch (typeof value) {
      case 'string':
        return this.#data.setText(TypeId.STRING, value);
      case 'number':
        return this.#data.setNumber(this.#numbers, value);
      case 'boolean':
        return this.#data.setBoolean(value);
      case 'bigint':
        if (isStoredAsInt64(value, this.#settings.int64)) return this.#prepareByClass(longFrom(value));
        return this.#data.setCounted(TypeId.BIG_INTEGER, bigIntToBytes(value));
      case 'object':
        return value === null ? this.#data.setNull() : this.#prepareObject(value);
      case 'undefined':
        throw new HazelcastSerializationError('undefined cannot be serialized.');
      default:
        // Functions and symbols: a global serializer may know what to do with them.
        return this.#prepareObject(value as object);
    }
  }

  /**
   * Writes the prepared value at an offset and returns the offset behind it. Runs no user code; allocates nothing. The target may
   * be shared memory.
   *
   * Throws `RangeError` when nothing is prepared or the target has no room for the bound that {@link prepare} returned.
   */
  write(target: Buffer, offset: number): number {
    return this.#data.write(target, offset);
  }

  /** Drops the value, which may be large; the next call must be {@link prepare}. */
  release(): void {
    this.#data.release();
  }

  #prepareObject(value: object): number {
    if (value instanceof SerializedData) return this.#setSerialized(value.toBuffer());
    const hash = this.#partitionHashOf(value);
    const bound = this.#prepareByClass(value);
    this.#data.partitionHash = hash;
    return bound;
  }

  #setSerialized(data: Buffer): number {
    const typeId = data.readInt32BE(DATA_TYPE_OFFSET);
    const bound = this.#data.setEncoded({ typeId, bytes: data.subarray(DATA_PAYLOAD_OFFSET) });
    this.#data.partitionHash = data.readInt32BE(0);
    return bound;
  }

  /** Writes values within this one. It is made only when needed: most values have none. */
  get #nested(): WriteObject {
    const settings = this.#settings;
    return (output, object) => {
      // An encoder of its own for what is nested: this one may be in use further up the stack.
      const inner = new DataEncoder(settings, output);
      const bound = inner.prepare(object);
      if (bound === IN_PLACE) return;
      // Within a value, the type id is in the byte order of the payload.
      output.writeInt(inner.#data.typeId);
      output.append(bound, (target, offset) => inner.#data.writePayload(target, offset));
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
    return this.#data.setEncoded({ typeId, bytes: output.toBuffer().subarray(DATA_PAYLOAD_OFFSET) });
  }

  /** The official order: Compact, IdentifiedDataSerializable, Portable, built-in classes, custom serializers, the global one, JSON. */
  #prepareByClass(value: object): number {
    const data = this.#data;
    const littleEndian = this.#littleEndian;
    const { compact } = this.#settings;
    if (isCompact(value, compact)) {
      return data.setEncoded({ typeId: TypeId.COMPACT, bytes: encodeCompact(value, compact, littleEndian) });
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
        asLongs(value, this.#settings.int64),
        this.#numbers,
        this.#nested,
        littleEndian,
        data,
      );
      if (encoded !== null) return data.setEncoded(encoded);
    } else if (Buffer.isBuffer(value) && value.constructor === Buffer) {
      return data.setCounted(TypeId.BYTE_ARRAY, value);
    } else if (value instanceof Date && value.constructor === Date) {
      return data.setInt64(TypeId.DATE, millisOf(value));
    } else if (types.isBooleanObject(value)) {
      return data.setBoolean(Boolean.prototype.valueOf.call(value));
    } else if (Long.isLong(value)) {
      return data.setHalves(TypeId.LONG, value.high, value.low);
    } else if (value instanceof UUID && value.constructor === UUID) {
      const { mostSignificant: most, leastSignificant: least } = value;
      return data.setHalves(TypeId.UUID, most.high, most.low, least.high, least.low);
    } else {
      const encoded = encodeByClass(value, littleEndian);
      if (encoded !== null) return data.setEncoded(encoded);
    }

    const serializer = this.#serializerOf(value);
    if (serializer !== null) {
      return this.#prepareOutput(serializer.id, (output) => serializer.write(output, value));
    }

    if (isArray) {
      const encoded = encodeList(value, this.#nested, littleEndian);
      if (encoded !== null) return data.setEncoded(encoded);
    } else if (types.isUint8Array(value)) {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
      return data.setCounted(TypeId.BYTE_ARRAY, bytes);
    }
    return data.setText(TypeId.JSON, jsonOf(value));
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

  /**
   * Returns the partition hash of an object, which may name the value whose partition it is stored in (`partitionKey`), or the
   * hash itself.
   */
  #partitionHashOf(value: object): number {
    const { partitionKey, getPartitionHash }: Aware = value;
    if (partitionKey !== undefined && partitionKey !== null) {
      const data = toData(partitionKey, new DataEncoder(this.#settings));
      return dataHash(data, 0, data.length);
    }
    return typeof getPartitionHash === 'function' ? getPartitionHash.call(value) | 0 : 0;
  }
}

interface Aware extends Partial<PartitionAware<unknown>> {
  readonly getPartitionHash?: (this: unknown) => number;
}

function millisOf(date: Date): number {
  const millis = Date.prototype.getTime.call(date);
  if (Number.isNaN(millis)) throw cannotSerialize(date, 'it is not a valid date');
  return millis;
}
