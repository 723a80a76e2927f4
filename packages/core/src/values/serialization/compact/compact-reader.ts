import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';
import type { FieldKind } from './schema/field-kind.js';

// The official signatures.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/**
 * What a `CompactSerializer` reads the fields of one value from, by their names, in any order and as often as it likes.
 *
 * The value may have been written by another version of the class: see `getFieldKind`. A method reads a field of its kind; that
 * of a nullable kind is read by the plain method, too, and the other way round.
 *
 * Every `read` method throws HazelcastSerializationError for a field that is not there or of another kind, and for a null where
 * its type has none.
 */
export interface CompactReader {
  /** `FieldKind.NOT_AVAILABLE` for a field that the value does not have: its reader then takes a default. */
  getFieldKind(fieldName: string): FieldKind;
  readBoolean(fieldName: string): boolean;
  readInt8(fieldName: string): number;
  readInt16(fieldName: string): number;
  readInt32(fieldName: string): number;
  readInt64(fieldName: string): Long;
  readFloat32(fieldName: string): number;
  readFloat64(fieldName: string): number;
  readString(fieldName: string): string | null;
  readDecimal(fieldName: string): BigDecimal | null;
  readTime(fieldName: string): LocalTime | null;
  readDate(fieldName: string): LocalDate | null;
  readTimestamp(fieldName: string): LocalDateTime | null;
  readTimestampWithTimezone(fieldName: string): OffsetDateTime | null;
  /** An object of the class whose serializer has the value's type name, or a `GenericRecord`. */
  readCompact<T>(fieldName: string): T | null;
  readArrayOfBoolean(fieldName: string): boolean[] | null;
  /** A copy. */
  readArrayOfInt8(fieldName: string): Buffer | null;
  readArrayOfInt16(fieldName: string): number[] | null;
  readArrayOfInt32(fieldName: string): number[] | null;
  readArrayOfInt64(fieldName: string): Long[] | null;
  readArrayOfFloat32(fieldName: string): number[] | null;
  readArrayOfFloat64(fieldName: string): number[] | null;
  readArrayOfString(fieldName: string): (string | null)[] | null;
  readArrayOfDecimal(fieldName: string): (BigDecimal | null)[] | null;
  readArrayOfTime(fieldName: string): (LocalTime | null)[] | null;
  readArrayOfDate(fieldName: string): (LocalDate | null)[] | null;
  readArrayOfTimestamp(fieldName: string): (LocalDateTime | null)[] | null;
  readArrayOfTimestampWithTimezone(fieldName: string): (OffsetDateTime | null)[] | null;
  readArrayOfCompact<T>(fieldName: string): (T | null)[] | null;
  readNullableBoolean(fieldName: string): boolean | null;
  readNullableInt8(fieldName: string): number | null;
  readNullableInt16(fieldName: string): number | null;
  readNullableInt32(fieldName: string): number | null;
  readNullableInt64(fieldName: string): Long | null;
  readNullableFloat32(fieldName: string): number | null;
  readNullableFloat64(fieldName: string): number | null;
  readArrayOfNullableBoolean(fieldName: string): (boolean | null)[] | null;
  readArrayOfNullableInt8(fieldName: string): (number | null)[] | null;
  readArrayOfNullableInt16(fieldName: string): (number | null)[] | null;
  readArrayOfNullableInt32(fieldName: string): (number | null)[] | null;
  readArrayOfNullableInt64(fieldName: string): (Long | null)[] | null;
  readArrayOfNullableFloat32(fieldName: string): (number | null)[] | null;
  readArrayOfNullableFloat64(fieldName: string): (number | null)[] | null;
}
