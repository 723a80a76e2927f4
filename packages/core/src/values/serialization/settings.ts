import { CompactTypes } from './compact/compact-types.js';
import type { IdentifiedDataSerializableFactory } from './identified.js';
import type { PortableFactory } from './portable/portable.js';
import type { Serializer } from './serializer.js';

/** What `get` gives for JSON values: parsed objects, or the text in a `HazelcastJsonValue`. */
export const JsonStringDeserializationPolicy = {
  EAGER: 'EAGER',
  NO_DESERIALIZATION: 'NO_DESERIALIZATION',
} as const;
export type JsonStringDeserializationPolicy =
  (typeof JsonStringDeserializationPolicy)[keyof typeof JsonStringDeserializationPolicy];

/** The Java type a `number` is written as; the names are the official ones. */
export const NumberType = {
  BYTE: 'byte',
  SHORT: 'short',
  INTEGER: 'integer',
  LONG: 'long',
  FLOAT: 'float',
  DOUBLE: 'double',
} as const;
export type NumberType = (typeof NumberType)[keyof typeof NumberType];

/** What an int64 is read as; `Long` is the class of the package `long`. */
export const Int64Type = {
  LONG: 'long',
  BIGINT: 'bigint',
} as const;
export type Int64Type = (typeof Int64Type)[keyof typeof Int64Type];

/** The serialization part of the configuration, checked and complete. */
export interface SerializationSettings {
  readonly defaultNumberType: NumberType;
  readonly int64: Int64Type;
  /** The byte order of payloads; members must have the same. */
  readonly isBigEndian: boolean;
  readonly jsonStringDeserializationPolicy: JsonStringDeserializationPolicy;
  /** The factories by their ids. */
  readonly dataSerializableFactories: ReadonlyMap<number, IdentifiedDataSerializableFactory>;
  /** With the schemas that this client knows. */
  readonly compact: CompactTypes;
  /** The factories by their ids. */
  readonly portableFactories: ReadonlyMap<number, PortableFactory>;
  /** The version of Portables that have none of their own; at least 0. */
  readonly portableVersion: number;
  /** For objects whose `hzCustomId` is the serializer's id; ids are distinct and at least 1. */
  readonly customSerializers: readonly Serializer[];
  /** For whatever has no type of its own; without it, that is written as JSON. */
  readonly globalSerializer: Serializer | null;
}

export const DEFAULT_SERIALIZATION: SerializationSettings = {
  defaultNumberType: NumberType.DOUBLE,
  int64: Int64Type.LONG,
  isBigEndian: true,
  jsonStringDeserializationPolicy: JsonStringDeserializationPolicy.EAGER,
  dataSerializableFactories: new Map(),
  compact: new CompactTypes([]),
  portableFactories: new Map(),
  portableVersion: 0,
  customSerializers: [],
  globalSerializer: null,
};

const byId = new WeakMap<SerializationSettings, ReadonlyMap<number, Serializer>>();

/** All serializers of the settings by their type id, as they are looked up when reading; derived once. */
export function serializersById(settings: SerializationSettings): ReadonlyMap<number, Serializer> {
  let serializers = byId.get(settings);
  if (serializers === undefined) {
    const all = [...settings.customSerializers];
    if (settings.globalSerializer !== null) all.push(settings.globalSerializer);
    serializers = new Map(all.map((each) => [each.id, each]));
    byId.set(settings, serializers);
  }
  return serializers;
}
