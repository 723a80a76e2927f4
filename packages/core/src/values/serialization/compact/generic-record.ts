import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';
import type { FieldKind } from './schema/field-kind.js';

/**
 * A Compact value whose class this client does not have: its fields, by name. Read where no serializer is configured for the
 * type, and made by `GenericRecords.compact`; it is written as any Compact value.
 *
 * A method gives a field of its kind; that of a nullable kind is given by the plain method, too, and the other way round. Every
 * `get` method of a value throws HazelcastSerializationError for a field that is not there or of another kind, and for a null
 * where its type has none.
 */
export interface GenericRecord {
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
  /** Also for a field that is null. */
  hasField(fieldName: string): boolean;
  getBoolean(fieldName: string): boolean;
  getInt8(fieldName: string): number;
  getInt16(fieldName: string): number;
  getInt32(fieldName: string): number;
  getInt64(fieldName: string): Long;
  getFloat32(fieldName: string): number;
  getFloat64(fieldName: string): number;
  getString(fieldName: string): string | null;
  getDecimal(fieldName: string): BigDecimal | null;
  getTime(fieldName: string): LocalTime | null;
  getDate(fieldName: string): LocalDate | null;
  getTimestamp(fieldName: string): LocalDateTime | null;
  getTimestampWithTimezone(fieldName: string): OffsetDateTime | null;
  getGenericRecord(fieldName: string): GenericRecord | null;
  getArrayOfBoolean(fieldName: string): boolean[] | null;
  getArrayOfInt8(fieldName: string): Buffer | null;
  getArrayOfInt16(fieldName: string): number[] | null;
  getArrayOfInt32(fieldName: string): number[] | null;
  getArrayOfInt64(fieldName: string): Long[] | null;
  getArrayOfFloat32(fieldName: string): number[] | null;
  getArrayOfFloat64(fieldName: string): number[] | null;
  getArrayOfString(fieldName: string): (string | null)[] | null;
  getArrayOfDecimal(fieldName: string): (BigDecimal | null)[] | null;
  getArrayOfTime(fieldName: string): (LocalTime | null)[] | null;
  getArrayOfDate(fieldName: string): (LocalDate | null)[] | null;
  getArrayOfTimestamp(fieldName: string): (LocalDateTime | null)[] | null;
  getArrayOfTimestampWithTimezone(fieldName: string): (OffsetDateTime | null)[] | null;
  getArrayOfGenericRecord(fieldName: string): (GenericRecord | null)[] | null;
  getNullableBoolean(fieldName: string): boolean | null;
  getNullableInt8(fieldName: string): number | null;
  getNullableInt16(fieldName: string): number | null;
  getNullableInt32(fieldName: string): number | null;
  getNullableInt64(fieldName: string): Long | null;
  getNullableFloat32(fieldName: string): number | null;
  getNullableFloat64(fieldName: string): number | null;
  getArrayOfNullableBoolean(fieldName: string): (boolean | null)[];
  getArrayOfNullableInt8(fieldName: string): (number | null)[];
  getArrayOfNullableInt16(fieldName: string): (number | null)[];
  getArrayOfNullableInt32(fieldName: string): (number | null)[];
  getArrayOfNullableInt64(fieldName: string): (Long | null)[];
  getArrayOfNullableFloat32(fieldName: string): (number | null)[];
  getArrayOfNullableFloat64(fieldName: string): (number | null)[];
  /** JSON, by the type's name; what JSON does not have is an object of its `type` and its text. */
  toString(): string;
}
