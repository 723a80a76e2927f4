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
 * What a `CompactSerializer` reads the fields of one value from, by their names, in any order and as often as it likes. There is a
 * method for each kind of field: `readInt32`, `readNullableInt32`, `readArrayOfInt32`, `readString` and so on.
 *
 * The value may have been written by another version of the class: see `getFieldKind`. A method reads a field of its kind. A
 * field of a nullable kind can also be read by the plain method, and the other way round.
 *
 * Every `read` method throws HazelcastSerializationError for a field that is not there or of another kind, and for a null where
 * its type has none.
 */
export interface CompactReader extends KindReads {
  /** `FieldKind.NOT_AVAILABLE` for a field that the value does not have: its reader then takes a default. */
  getFieldKind(fieldName: string): FieldKind;
  /** An object of the class whose serializer has the value's type name, or a `GenericRecord`. */
  readCompact<T>(fieldName: string): T | null;
  /** A copy of the bytes. */
  readArrayOfInt8(fieldName: string): Buffer | null;
  /** Each element is what {@link readCompact} would give. */
  readArrayOfCompact<T>(fieldName: string): (T | null)[] | null;
}
