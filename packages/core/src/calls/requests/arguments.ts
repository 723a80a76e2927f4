import type { FieldSpec, MessageSpec, StructOf, WireType } from '@offloop/wire';
import type Long from 'long';
import { DataEncoder, toData, type SerializationSettings, uuidToHalves, type UUID } from '@offloop/values';

/** A 64-bit field of a request: a duration or an id. */
export type LongField = number | Long;

/** Arguments of a request whose message is not known at compile time. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns a field by its name. The names of the hottest calls are spelled out: a load whose name is in a variable takes some 5 ns
 * more than one whose name is in the code, and a `get` is encoded in 85.
 */
export function fieldOf(fields: Fields, name: string): unknown {
  switch (name) {
    case 'threadId':
      return fields['threadId'];
    case 'value':
      return fields['value'];
    case 'ttl':
      return fields['ttl'];
    default:
      return fields[name];
  }
}

/**
 * Arguments of a call for the fields of its request: a `Data` is any value, which is serialized here. The object's `name` is left
 * out: every object has one of its own. Types that are not named here are as in the protocol's codecs.
 */
export type ArgumentsOf<M extends MessageSpec> = FieldsOf<
  Exclude<M['request'][number], readonly ['name', 'String']>
>;

type FieldsOf<F extends FieldSpec> = {
  readonly [E in F as E extends readonly [infer N extends string, string] ? N : never]: ArgumentType<E[1]>;
} & {
  readonly [E in F as E extends readonly [infer N extends string, string, string] ? N : never]?:
    ArgumentType<E[1]> | undefined;
};

/** Arguments of a query in pages: its anchors are as a member sent them, the other serialized fields may be any value. */
type PagingArguments = Omit<StructOf<'PagingPredicateHolder'>, 'predicateData' | 'comparatorData'> & {
  readonly predicateData: unknown;
  readonly comparatorData: unknown;
};

type ArgumentType<T extends string> = string extends T
  ? unknown
  : T extends `${infer Base}?`
    ? ArgumentType<Base> | null
    : T extends 'Data'
      ? unknown
      : T extends 'long' | 'Long'
        ? LongField
        : T extends 'UUID'
          ? UUID
          : T extends 'PagingPredicateHolder'
            ? PagingArguments
            : T extends `List_${infer X}` | `ListCN_${infer X}` | `Set_${infer X}`
              ? readonly ArgumentType<X>[]
              : T extends `EntryList_${infer K}_${infer V}`
                ? readonly (readonly [ArgumentType<K>, ArgumentType<V>])[]
                : WireType<T>;

/** Converts an argument to the form that the protocol's codecs take. Throws HazelcastSerializationError. */
export type Conversion = (value: unknown, settings: SerializationSettings) => unknown;

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  // An encoder of its own: user code of this value may make other calls.
  Data: (value, settings) => toData(value, new DataEncoder(settings)),
  long: (value) => bigintOf(value as LongField),
  Long: (value) => bigintOf(value as LongField),
  UUID: (value) => uuidToHalves(value as UUID),
  PagingPredicateHolder: (value, settings) => {
    const { predicateData, comparatorData, ...others } = value as PagingArguments;
    const convert = (each: unknown): unknown =>
      each === null ? null : toData(each, new DataEncoder(settings));
    return { ...others, predicateData: convert(predicateData), comparatorData: convert(comparatorData) };
  },
};

/** Returns the conversion for a type of the message table; undefined if the codecs take the argument as it is. */
export function conversionOf(type: string): Conversion | undefined {
  if (type.endsWith('?')) return nullable(conversionOf(type.slice(0, -1)));
  const [head, item] = splitAtUnderscore(type);
  switch (head) {
    case 'List':
    case 'ListCN':
    case 'Set':
      return list(conversionOf(item), head === 'ListCN');
    case 'EntryList':
      return entries(...splitAtUnderscore(item));
    default:
      return CONVERSIONS[type];
  }
}

function nullable(convert: Conversion | undefined): Conversion | undefined {
  if (convert === undefined) return undefined;
  return (value, settings) => (value === null || value === undefined ? null : convert(value, settings));
}

/** Serializes an item, which may be null. Throws for `undefined`, which the official client refuses, too: an item cannot be left out. */
function orNull(convert: Conversion | undefined): Conversion | undefined {
  if (convert === undefined) return undefined;
  return (value, settings) => (value === null ? null : convert(value, settings));
}

function list(convert: Conversion | undefined, itemsMayBeNull: boolean): Conversion | undefined {
  const convertItem = itemsMayBeNull ? orNull(convert) : convert;
  if (convertItem === undefined) return undefined;
  return (items, settings) => (items as readonly unknown[]).map((item) => convertItem(item, settings));
}

function entries(keyType: string, valueType: string): Conversion | undefined {
  const key = conversionOf(keyType) ?? asItIs;
  const value = conversionOf(valueType) ?? asItIs;
  if (key === asItIs && value === asItIs) return undefined;
  return (pairs, settings) =>
    (pairs as readonly (readonly [unknown, unknown])[]).map(([k, v]) => [
      key(k, settings),
      value(v, settings),
    ]);
}

function asItIs(value: unknown): unknown {
  return value;
}

function bigintOf(value: LongField): bigint {
  return typeof value === 'number' ? BigInt(value) : value.toBigInt();
}

function splitAtUnderscore(type: string): [head: string, rest: string] {
  const at = type.indexOf('_');
  return at < 0 ? [type, ''] : [type.slice(0, at), type.slice(at + 1)];
}
