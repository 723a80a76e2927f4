import type { MethodName } from '../data/method-names.js';
import type { KindValues } from './kind-values.js';
import type { FieldKind } from './schema/field-kind.js';

/** The methods of a {@link CompactReader} that follow from the kinds of fields: `readInt32`, `readArrayOfString` and so on. */
export type KindReads = {
  [K in keyof KindValues as `read${MethodName<K>}`]: (fieldName: string) => KindValues[K];
};

// The official signatures.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/**
 * Reads the fields of one value for a `CompactSerializer`, by name, in any order and any number of times. There is a method for
 * each kind of field: `readInt32`, `readNullableInt32`, `readArrayOfInt32`, `readString` and so on.
 *
 * The value may have been written by another version of the class: see `getFieldKind`. A method reads a field of its kind. A
 * field of a nullable kind can also be read by the plain method, and the other way round.
 *
 * Every `read` method throws HazelcastSerializationError for a field that does not exist or is of another kind, and for a null
 * that its return type does not allow.
 */
export interface CompactReader extends KindReads {
  /** Returns a field's kind, or `FieldKind.NOT_AVAILABLE` if the value does not have it: then use a default. */
  getFieldKind(fieldName: string): FieldKind;
  /** Reads a Compact value: an object of the class whose serializer has its type name, otherwise a `GenericRecord`. */
  readCompact<T>(fieldName: string): T | null;
  /** Reads an array of bytes; the Buffer is a copy. */
  readArrayOfInt8(fieldName: string): Buffer | null;
  /** Reads an array of Compact values, each as {@link readCompact} does. */
  readArrayOfCompact<T>(fieldName: string): (T | null)[] | null;
}
