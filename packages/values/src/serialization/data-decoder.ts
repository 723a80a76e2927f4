import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';
import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { HazelcastJsonValue } from '../classes/hazelcast-json-value.js';
import { UUID } from '../classes/uuid.js';
import { CompactDecoder } from '../compact/compact-decoding.js';
import { SchemaAbsent } from '../compact/schema/schema-absent.js';
import { readBigDecimal } from '../data/big-decimal-bytes.js';
import { readIdentified, type FactoryOfSome } from './identified.js';
import { int64Maker, type Int64Maker } from '../classes/int64.js';
import { ObjectDataInput, type ReadObject } from '../data/object-data-input.js';
import { JsonStringDeserializationPolicy, parseJson } from '../json/parse-json.js';
import { portableSerializerOf, type PortableSerializer } from '../portable/portable-serializer.js';
import { cannotDeserialize } from '../errors/serialization-error.js';
import type { Serializer } from '../data/serializer.js';
import { serializersById, type SerializationSettings } from './settings.js';
import { readLocalDate, readLocalDateTime, readLocalTime, readOffsetDateTime } from '../data/temporal.js';
import { REST_VALUE_FACTORY_ID, restValueFactory } from './rest-value.js';

const typeNames: ReadonlyMap<number, string> = new Map(
  Object.entries(TypeId).map(([name, id]) => [id, name]),
);

const COMPACT_BE: Buffer = Buffer.alloc(4);
COMPACT_BE.writeInt32BE(TypeId.COMPACT);
const COMPACT_LE: Buffer = Buffer.alloc(4);
COMPACT_LE.writeInt32LE(TypeId.COMPACT);

/** Decodes `Data` to the values that `hazelcast-client` gives for it. */
export class DataDecoder {
  readonly #custom: ReadonlyMap<number, Serializer>;
  readonly #identified: ReadonlyMap<number, FactoryOfSome>;
  readonly #compact: CompactDecoder;
  readonly #portable: PortableSerializer;
  readonly #parseJson: boolean;
  readonly #littleEndian: boolean;
  readonly #int64: Int64Maker;
  readonly #nested: ReadObject = (typeId, input) => this.#readNested(typeId, input);

  constructor(settings: SerializationSettings) {
    this.#custom = serializersById(settings);
    this.#parseJson = settings.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.EAGER;
    this.#compact = new CompactDecoder(settings.compact);
    this.#identified = factoriesById(settings);
    this.#portable = portableSerializerOf(settings);
    this.#littleEndian = !settings.isBigEndian;
    this.#int64 = int64Maker(settings.int64);
  }

  /**
   * Decodes the value in `bytes[start, end)`, and keeps none of the bytes. The memory may be shared, but must not be written to
   * meanwhile.
   *
   * Throws `HazelcastSerializationError` for a type that is not known or not supported yet, and for bytes that do not match their
   * type id. What user code throws is thrown as it is.
   */
  decodeData(bytes: Buffer, start: number, end: number): unknown {
    if (!(start >= 0 && end <= bytes.length && end - start >= DATA_PAYLOAD_OFFSET)) {
      throw cannotDeserialize(`no room for the header in [${start}, ${end}) of ${bytes.length} bytes`);
    }
    const typeId = bytes.readInt32BE(start + DATA_TYPE_OFFSET);
    const input = new ObjectDataInput(bytes, start, end, this.#nested, this.#littleEndian);
    return this.#readPayload(typeId, input);
  }

  /**
   * Throws SchemaAbsent unless the schemas of all Compact values in the value are known. Other defects of the value are ignored.
   * A value of another kind is decoded, with its serializer, only if there seem to be Compact values within it.
   */
  requireSchemas(bytes: Buffer, start: number, end: number): void {
    if (end - start < DATA_PAYLOAD_OFFSET) return;
    const typeId = bytes.readInt32BE(start + DATA_TYPE_OFFSET);
    if (typeId === TypeId.COMPACT) {
      const input = new ObjectDataInput(bytes, start, end, this.#nested, this.#littleEndian);
      this.#compact.requireSchemas(input);
    } else if (mayHoldCompact(typeId) && this.#mentionsCompact(bytes, start + DATA_PAYLOAD_OFFSET, end)) {
      try {
        this.decodeData(bytes, start, end);
      } catch (error) {
        if (error instanceof SchemaAbsent) throw error;
      }
    }
  }

  /** Returns true if the type id of Compact is in these bytes, as it is before each value within another. */
  #mentionsCompact(bytes: Buffer, start: number, end: number): boolean {
    return bytes.subarray(start, end).includes(this.#littleEndian ? COMPACT_LE : COMPACT_BE);
  }

  #readNested(typeId: number, input: ObjectDataInput): unknown {
    input.enter();
    const value = this.#readPayload(typeId, input);
    input.leave();
    return value;
  }

  #readPayload(typeId: number, input: ObjectDataInput): unknown {
    switch (typeId) {
      case TypeId.NULL:
        return null;
      case TypeId.BYTE:
        return input.readByte();
      case TypeId.BOOLEAN:
        return input.readBoolean();
      case TypeId.CHAR:
        return input.readChar();
      case TypeId.SHORT:
        return input.readShort();
      case TypeId.INT:
        return input.readInt();
      case TypeId.LONG:
        return input.readInt64(this.#int64);
      case TypeId.FLOAT:
        return input.readFloat();
      case TypeId.DOUBLE:
        return input.readDouble();
      case TypeId.STRING:
      case TypeId.JAVA_CLASS:
        return input.readString();
      case TypeId.BYTE_ARRAY:
        return input.readByteArray();
      case TypeId.BOOLEAN_ARRAY:
        return input.readBooleanArray();
      case TypeId.CHAR_ARRAY:
        return input.readCharArray();
      case TypeId.SHORT_ARRAY:
        return input.readShortArray();
      case TypeId.INT_ARRAY:
        return input.readIntArray();
      case TypeId.LONG_ARRAY:
        return input.readInt64Array(this.#int64);
      case TypeId.FLOAT_ARRAY:
        return input.readFloatArray();
      case TypeId.DOUBLE_ARRAY:
        return input.readDoubleArray();
      case TypeId.STRING_ARRAY:
        return input.readStringArray();
      case TypeId.UUID:
        return new UUID(input.readLong(), input.readLong());
      case TypeId.DATE:
        return new Date(input.readLong().toNumber());
      case TypeId.BIG_INTEGER:
        return input.readBigInteger();
      case TypeId.BIG_DECIMAL:
        return readBigDecimal(input);
      case TypeId.LOCAL_DATE:
        return readLocalDate(input);
      case TypeId.LOCAL_TIME:
        return readLocalTime(input);
      case TypeId.LOCAL_DATE_TIME:
        return readLocalDateTime(input);
      case TypeId.OFFSET_DATE_TIME:
        return readOffsetDateTime(input);
      case TypeId.JAVA_ARRAY:
      case TypeId.ARRAY_LIST:
      case TypeId.LINKED_LIST:
        return input.readList();
      case TypeId.JSON:
        return this.#readJson(input);
      case TypeId.COMPACT:
        return this.#compact.read(input);
      case TypeId.IDENTIFIED_DATA_SERIALIZABLE:
        return readIdentified(input, this.#identified);
      case TypeId.PORTABLE:
        return this.#portable.read(input);
      default:
        return this.#readWithSerializer(typeId, input);
    }
  }

  #readJson(input: ObjectDataInput): unknown {
    const text = input.readString();
    if (text === null) return null;
    return this.#parseJson ? parseJson(text) : new HazelcastJsonValue(text);
  }

  #readWithSerializer(typeId: number, input: ObjectDataInput): unknown {
    const serializer = this.#custom.get(typeId);
    if (serializer !== undefined) return serializer.read(input);
    if (typeId >= 1)
      throw new HazelcastSerializationError(
        `There is no suitable deserializer for data with type ${typeId}: no serializer with this id is configured`,
      );
    const why = typeNames.has(typeId) ? 'is not supported yet' : 'is not known';
    throw new HazelcastSerializationError(
      `There is no suitable deserializer for data with type ${typeId}: ${nameOf(typeId)} ${why}`,
    );
  }
}

function mayHoldCompact(typeId: number): boolean {
  switch (typeId) {
    case TypeId.JAVA_ARRAY:
    case TypeId.ARRAY_LIST:
    case TypeId.LINKED_LIST:
    case TypeId.IDENTIFIED_DATA_SERIALIZABLE:
    case TypeId.PORTABLE:
      return true;
    default:
      // Custom serializers write what they like.
      return typeId > 0;
  }
}

function nameOf(typeId: number): string {
  const name = typeNames.get(typeId);
  return name === undefined ? `type id ${typeId}` : `type id ${typeId} (${name})`;
}

/** The factories of Hazelcast's own classes, by their ids: they come before the application's, as in the official client. */
const PREDEFINED: ReadonlyArray<readonly [number, FactoryOfSome]> = [
  [REST_VALUE_FACTORY_ID, restValueFactory],
];

const byId = new WeakMap<SerializationSettings, ReadonlyMap<number, FactoryOfSome>>();

/** Returns all factories under these settings by their ids; derived once. */
function factoriesById(settings: SerializationSettings): ReadonlyMap<number, FactoryOfSome> {
  let factories = byId.get(settings);
  if (factories === undefined) {
    factories = new Map([...settings.dataSerializableFactories, ...PREDEFINED]);
    byId.set(settings, factories);
  }
  return factories;
}
