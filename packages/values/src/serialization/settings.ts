import { CompactTypes } from '../compact/compact-types.js';
import type { IdentifiedDataSerializableFactory } from './identified.js';
import type { PortableSettings } from '../portable/portable.js';
import { Int64Type } from '../classes/int64.js';
import { NumberType } from '../data/numbers.js';
import type { Serializer } from '../data/serializer.js';
import { JsonStringDeserializationPolicy } from '../json/parse-json.js';

/** The serialization settings of a configuration, checked and complete. */
export interface SerializationSettings extends PortableSettings {
  readonly defaultNumberType: NumberType;
  readonly int64: Int64Type;
  /** The byte order of payloads; members must have the same. */
  readonly isBigEndian: boolean;
  readonly jsonStringDeserializationPolicy: JsonStringDeserializationPolicy;
  /** The factories by their ids, which are the objects' `factoryId`. */
  readonly dataSerializableFactories: ReadonlyMap<number, IdentifiedDataSerializableFactory>;
  /** The types of Compact serializers, and the schemas that this client knows. */
  readonly compact: CompactTypes;
  /** Serializers of objects whose `hzCustomId` is the serializer's id; ids are distinct and at least 1. */
  readonly customSerializers: readonly Serializer[];
  /** Serializer of values that have no type of their own. Null: they are written as JSON. */
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

/** Returns all serializers of the settings by their type ids; derived once. */
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
