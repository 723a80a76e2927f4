import type { MethodName } from '../data/method-names.js';
import type { KindValues } from './kind-values.js';
import type { FieldKind } from './schema/field-kind.js';

/** The methods of a {@link GenericRecord} that follow from the kinds of fields: `getInt32`, `getArrayOfString` and so on. */
export type KindGets = {
  // The official types: an array of nullable elements is never null, although it can be.
  [K in keyof KindValues as `get${MethodName<K>}`]: (
    fieldName: string,
  ) => K extends `ARRAY_OF_NULLABLE_${string}` ? NonNullable<KindValues[K]> : KindValues[K];
};

/**
 * A Compact value whose class this client does not have: its fields, by name. Read where no serializer is configured for the
 * type, and made by `GenericRecords.compact`; it is written as any Compact value. There is a method for each kind of field:
 * `getInt32`, `getNullableInt32`, `getArrayOfInt32`, `getString` and so on.
 *
 * A method gives a field of its kind. A field of a nullable kind can also be had by the plain method, and the other way round.
 * Every `get` method of a value throws HazelcastSerializationError for a field that is not there or of another kind, and for a
 * null where its type has none.
 */
export interface GenericRecord extends KindGets {
  /**
   * A copy, in which the fields named have other values.
   *
   * Throws TypeError for a value of the wrong type, and RangeError for one out of range or of a field that is not there.
   */
  // The official type: whatever the field's kind holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  clone(fieldsToUpdate?: { [fieldName: string]: any }): GenericRecord;
  getFieldNames(): Set<string>;
  /** Throws RangeError for a field that is not there. */
  getFieldKind(fieldName: string): FieldKind;
  /** True also for a field that is null. */
  hasField(fieldName: string): boolean;
  getGenericRecord(fieldName: string): GenericRecord | null;
  getArrayOfGenericRecord(fieldName: string): (GenericRecord | null)[] | null;
  /** JSON, by the type's name; what JSON does not have is an object of its `type` and its text. */
  toString(): string;
}
