import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';

// The official signatures.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/**
 * What a `CompactSerializer` writes the fields of one object to. The name of a field and the method make up the schema.
 *
 * Every method throws HazelcastSerializationError for a value that the kind cannot hold, for a field that was written before, and
 * for one that other objects of the class do not have.
 */
export interface CompactWriter {
  writeBoolean(fieldName: string, value: boolean): void;
  /** −128 to 127. Fractions are cut off. */
  writeInt8(fieldName: string, value: number): void;
  /** −2¹⁵ to 2¹⁵ − 1. Fractions are cut off. */
  writeInt16(fieldName: string, value: number): void;
  /** −2³¹ to 2³¹ − 1. Fractions are cut off. */
  writeInt32(fieldName: string, value: number): void;
  writeInt64(fieldName: string, value: Long): void;
  writeFloat32(fieldName: string, value: number): void;
  writeFloat64(fieldName: string, value: number): void;
  writeString(fieldName: string, value: string | null): void;
  writeDecimal(fieldName: string, value: BigDecimal | null): void;
  writeTime(fieldName: string, value: LocalTime | null): void;
  writeDate(fieldName: string, value: LocalDate | null): void;
  writeTimestamp(fieldName: string, value: LocalDateTime | null): void;
  writeTimestampWithTimezone(fieldName: string, value: OffsetDateTime | null): void;
  /** An object of a class that has a serializer, or a `GenericRecord`. */
  writeCompact<T>(fieldName: string, value: T | null): void;
  writeArrayOfBoolean(fieldName: string, value: boolean[] | null): void;
  writeArrayOfInt8(fieldName: string, value: Buffer | null): void;
  writeArrayOfInt16(fieldName: string, value: number[] | null): void;
  writeArrayOfInt32(fieldName: string, value: number[] | null): void;
  writeArrayOfInt64(fieldName: string, value: Long[] | null): void;
  writeArrayOfFloat32(fieldName: string, value: number[] | null): void;
  writeArrayOfFloat64(fieldName: string, value: number[] | null): void;
  writeArrayOfString(fieldName: string, value: (string | null)[] | null): void;
  writeArrayOfDecimal(fieldName: string, value: (BigDecimal | null)[] | null): void;
  writeArrayOfTime(fieldName: string, value: (LocalTime | null)[] | null): void;
  writeArrayOfDate(fieldName: string, value: (LocalDate | null)[] | null): void;
  writeArrayOfTimestamp(fieldName: string, value: (LocalDateTime | null)[] | null): void;
  writeArrayOfTimestampWithTimezone(fieldName: string, value: (OffsetDateTime | null)[] | null): void;
  /** All of one class, or records of one schema. */
  writeArrayOfCompact<T>(fieldName: string, value: (T | null)[] | null): void;
  writeNullableBoolean(fieldName: string, value: boolean | null): void;
  writeNullableInt8(fieldName: string, value: number | null): void;
  writeNullableInt16(fieldName: string, value: number | null): void;
  writeNullableInt32(fieldName: string, value: number | null): void;
  writeNullableInt64(fieldName: string, value: Long | null): void;
  writeNullableFloat32(fieldName: string, value: number | null): void;
  writeNullableFloat64(fieldName: string, value: number | null): void;
  writeArrayOfNullableBoolean(fieldName: string, value: (boolean | null)[] | null): void;
  writeArrayOfNullableInt8(fieldName: string, value: (number | null)[] | null): void;
  writeArrayOfNullableInt16(fieldName: string, value: (number | null)[] | null): void;
  writeArrayOfNullableInt32(fieldName: string, value: (number | null)[] | null): void;
  writeArrayOfNullableInt64(fieldName: string, value: (Long | null)[] | null): void;
  writeArrayOfNullableFloat32(fieldName: string, value: (number | null)[] | null): void;
  writeArrayOfNullableFloat64(fieldName: string, value: (number | null)[] | null): void;
}
