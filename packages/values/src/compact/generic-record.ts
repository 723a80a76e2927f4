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
 * A Compact value without a class: its fields, by name. Values of types without a configured serializer are read as records, and
 * `GenericRecords.compact` makes them; they are written as other Compact values. There is a method for each kind of field:
 * `getInt32`, `getNullableInt32`, `getArrayOfInt32`, `getString` and so on.
 *
 * A method returns a field of its kind. The plain method also works for a field of a nullable kind, and the other way round.
 * Every method that returns a value throws HazelcastSerializationError for a field that does not exist or is of another kind, and
 * for a null that its return type does not allow.
 */
export interface GenericRecord extends KindGets {
  /**
   * Returns a copy in which the named fields have other values.
   *
   * Throws TypeError for a value of the wrong type, and RangeError for one out of range or for a field that does not exist.
   */
  // The official type: whatever the field's kind holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  clone(fieldsToUpdate?: { [fieldName: string]: any }): GenericRecord;
  getFieldNames(): Set<string>;
  /** Returns the kind of a field. Throws RangeError for a field that does not exist. */
  getFieldKind(fieldName: string): FieldKind;
  /** Returns true if the record has the field, even if its value is null. */
  hasField(fieldName: string): boolean;
  getGenericRecord(fieldName: string): GenericRecord | null;
  getArrayOfGenericRecord(fieldName: string): (GenericRecord | null)[] | null;
  /**
   * Returns JSON: an object with the type's name as its key. Each value that JSON has no type for is an object of its `type` and
   * its text.
   */
  toString(): string;
}
