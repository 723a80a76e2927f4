import type { MethodName } from '../data/method-names.js';
import type { KindValues } from './kind-values.js';

/** The methods of a {@link CompactWriter} that follow from the kinds of fields: `writeInt32`, `writeArrayOfString` and so on. */
export type KindWrites = {
  [K in keyof KindValues as `write${MethodName<K>}`]: (fieldName: string, value: KindValues[K]) => void;
};

// The official signatures.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/**
 * Takes the fields of one object from a `CompactSerializer`. A field's name and the method that writes it make up the schema.
 * There is a method for each kind of field: `writeInt32`, `writeNullableInt32`, `writeArrayOfInt32`, `writeString` and so on.
 *
 * Every method throws HazelcastSerializationError for a value that the kind cannot hold, for a field that was written before, and
 * for one that other objects of the class do not have.
 */
export interface CompactWriter extends KindWrites {
  /** Writes −128 to 127. Fractions are cut off. */
  writeInt8(fieldName: string, value: number): void;
  /** Writes −2¹⁵ to 2¹⁵ − 1. Fractions are cut off. */
  writeInt16(fieldName: string, value: number): void;
  /** Writes −2³¹ to 2³¹ − 1. Fractions are cut off. */
  writeInt32(fieldName: string, value: number): void;
  /** Writes an object of a class that has a serializer, or a `GenericRecord`. */
  writeCompact<T>(fieldName: string, value: T | null): void;
  /** Writes an array of Compact values, all of one class, or records of one schema. */
  writeArrayOfCompact<T>(fieldName: string, value: (T | null)[] | null): void;
}
