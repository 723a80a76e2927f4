import {
  DEFAULT_SERIALIZATION,
  Int64Type,
  JsonStringDeserializationPolicy,
  NumberType,
  type IdentifiedDataSerializableFactory,
  type PortableFactory,
  type SerializationSettings,
  type Serializer,
} from '@offloop/values';
import { asNumber, asWord, type FileFields } from '../reading/file-fields.js';
import {
  arrayOf,
  factories,
  flag,
  integer,
  oneOf,
  optional,
  section,
  withMethods,
  wrong,
  type Options,
  type Reader,
} from '../reading/readers.js';
import { readCompact, type CompactSerializationConfig } from './compact-config.js';

/** `serialization`: settings for writing and reading values. Its functions run on the caller's thread. */
export interface SerializationConfig {
  /**
   * Type that a `number` is written as: `'byte'`, `'short'`, `'integer'`, `'long'`, `'float'` or `'double'`. The whole types cut
   * fractions, and reject a number out of their range with HazelcastSerializationError. Default `'double'`.
   */
  defaultNumberType?: string;
  /**
   * Type that a stored int64 is read as: `'long'` gives a `Long`, as the official client does, `'bigint'` a `bigint`. Default
   * `'long'`. In either case a `Long` is written as an int64. A `bigint` is written as a BigInteger; with `'bigint'` only one
   * that does not fit an int64.
   */
  int64?: Int64Type;
  /** Byte order of serialized values; true: big endian. It must be that of the members. Default true. */
  isBigEndian?: boolean;
  /** Factories of IdentifiedDataSerializable objects, by factory id. Default none. */
  dataSerializableFactories?: { [factoryId: number]: IdentifiedDataSerializableFactory };
  /** Factories of Portable objects, by factory id. Default none. */
  portableFactories?: { [factoryId: number]: PortableFactory };
  /** Version of Portable objects whose class does not name one. Default 0. */
  portableVersion?: number;
  /** Parse JSON values (`EAGER`), or read them as `HazelcastJsonValue` (`NO_DESERIALIZATION`). Default `EAGER`. */
  jsonStringDeserializationPolicy?: JsonStringDeserializationPolicy;
  /** Serializers of classes that are written as Compact values. Default none. */
  compact?: CompactSerializationConfig;
  /** Serializers of objects that name the serializer's id as `hzCustomId`. Default none. */
  customSerializers?: Serializer[];
  /** Serializer of objects that have no other type or serializer; without it they are written as JSON. Default none. */
  globalSerializer?: Serializer;
}

const serializer: Reader<Serializer> = (value, path) => {
  const given = withMethods<Serializer>(['read', 'write'])(value, path);
  integer('the type id', 1, 0x7fff_ffff)(given.id, `${path}.id`);
  return given;
};

const numberType: Reader<NumberType> = oneOf(Object.values(NumberType));

const options: Options<SerializationSettings> = {
  defaultNumberType: optional(numberType, DEFAULT_SERIALIZATION.defaultNumberType),
  jsonStringDeserializationPolicy: optional(
    oneOf(Object.values(JsonStringDeserializationPolicy)),
    DEFAULT_SERIALIZATION.jsonStringDeserializationPolicy,
  ),
  int64: optional(oneOf(Object.values(Int64Type)), DEFAULT_SERIALIZATION.int64),
  isBigEndian: optional(flag, DEFAULT_SERIALIZATION.isBigEndian),
  dataSerializableFactories: factories,
  compact: readCompact,
  portableFactories: factories,
  portableVersion: optional(integer('the version', 0, 0x7fff_ffff), DEFAULT_SERIALIZATION.portableVersion),
  customSerializers: optional(arrayOf(serializer), []),
  globalSerializer: optional<Serializer | null>(serializer, null),
};

export const readSerialization: Reader<SerializationSettings> = (value, path) => {
  const settings = section(options, 'serialization config')(value, path);
  const ids = settings.customSerializers.map(({ id }) => id);
  if (settings.globalSerializer !== null) ids.push(settings.globalSerializer.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw wrong(path, `has the id ${twice} twice`, 'serializers with ids of their own');
  return settings;
};

export const serializationFields: FileFields = {
  'serialization.portable-version': asNumber('serialization/portableVersion'),
  'serialization.byte-order': asWord('serialization/isBigEndian', { BIG_ENDIAN: true, LITTLE_ENDIAN: false }),
};
