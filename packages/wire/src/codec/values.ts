import type { FieldSpec, FieldSpecs, MessageSpec } from '../messages/spec.js';
import type { structs } from '../messages/structs.js';

/** A UUID as the protocol carries it: two signed 64-bit halves. */
export interface WireUuid {
  readonly msb: bigint;
  readonly lsb: bigint;
}

const HEX_DIGITS = 16;

/** Formats a UUID as text, 8-4-4-4-12 hexadecimal digits. */
export function uuidText(uuid: WireUuid): string {
  const hex =
    BigInt.asUintN(64, uuid.msb).toString(16).padStart(HEX_DIGITS, '0') +
    BigInt.asUintN(64, uuid.lsb).toString(16).padStart(HEX_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Parses the text of a UUID, 8-4-4-4-12 hexadecimal digits. */
export function wireUuid(text: string): WireUuid {
  const hex = text.replaceAll('-', '');
  return {
    msb: BigInt.asIntN(64, BigInt(`0x${hex.slice(0, HEX_DIGITS)}`)),
    lsb: BigInt.asIntN(64, BigInt(`0x${hex.slice(HEX_DIGITS)}`)),
  };
}

export type Structs = typeof structs;

/** The JavaScript type of a protocol type, by its name without the `?`. */
export type WireType<T extends string> = string extends T
  ? unknown
  : T extends 'int' | 'byte' | 'Integer'
    ? number
    : T extends 'long' | 'Long'
      ? bigint
      : T extends 'boolean'
        ? boolean
        : T extends 'UUID'
          ? WireUuid
          : T extends 'String'
            ? string
            : T extends 'Data' | 'byteArray' | 'SqlPage'
              ? Buffer
              : T extends 'longArray'
                ? bigint[]
                : T extends keyof Structs
                  ? StructOf<T>
                  : CollectionType<T>;

type CollectionType<T extends string> = T extends `ListCN_${infer X}`
  ? (WireType<X> | null)[]
  : T extends `List_${infer X}` | `Set_${infer X}`
    ? WireType<X>[]
    : T extends `EntryList_${infer K}_${infer V}`
      ? [WireType<K>, WireType<V>][]
      : T extends `Map_${infer K}_${infer V}`
        ? Map<WireType<K>, WireType<V>>
        : never;

type FieldType<T extends string> = string extends T
  ? unknown
  : T extends `${infer Base}?`
    ? WireType<Base> | null
    : WireType<T>;

type NameOfOld<F extends FieldSpec> = F extends readonly [infer N extends string, string] ? N : never;
type NameOfNewer<F extends FieldSpec> = F extends readonly [infer N extends string, string, string]
  ? N
  : never;

/**
 * The values of a field list as one object. A field that a later version appended is optional: a sender that is older leaves it
 * out.
 */
export type ValuesOf<F extends FieldSpecs> = {
  -readonly [E in F[number] as NameOfOld<E>]: FieldType<E[1]>;
} & {
  -readonly [E in F[number] as NameOfNewer<E>]?: FieldType<E[1]> | undefined;
} extends infer V
  ? { [K in keyof V]: V[K] }
  : never;

/** A custom type of the protocol, such as `StructOf<'MemberInfo'>`. */
export type StructOf<T extends keyof Structs> = ValuesOf<Structs[T]>;

export type RequestOf<M extends MessageSpec> = ValuesOf<M['request']>;
export type ResponseOf<M extends MessageSpec> = ValuesOf<M['response']>;

export type EventName<M extends MessageSpec> = keyof NonNullable<M['events']> & string;
export type EventOf<M extends MessageSpec, E extends EventName<M>> = NonNullable<
  M['events']
>[E] extends infer F extends FieldSpecs
  ? ValuesOf<F>
  : never;

/** An exception that a member reports, or one of its causes. */
export type ErrorHolder = StructOf<'ErrorHolder'>;
