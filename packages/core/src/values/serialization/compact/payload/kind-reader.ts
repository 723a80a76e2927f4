import type Long from 'long';
import type { BigDecimal } from '../../../big-decimal.js';
import type { LocalDate } from '../../../local-date.js';
import type { LocalDateTime } from '../../../local-date-time.js';
import type { LocalTime } from '../../../local-time.js';
import type { OffsetDateTime } from '../../../offset-date-time.js';
import type { CompactReader } from '../compact-reader.js';
import { FieldAccess } from './field-access.js';
import { FieldKind } from '../schema/field-kind.js';

// The official signatures.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/** Every method of a reader as one of four: by one kind or by two, of which one may be null, of a value or of an array. */
export abstract class KindReader extends FieldAccess implements CompactReader {
  getFieldKind(fieldName: string): FieldKind {
    return this.schema.field(fieldName)?.kind ?? FieldKind.NOT_AVAILABLE;
  }

  readBoolean(fieldName: string): boolean {
    return this.present(fieldName, FieldKind.BOOLEAN, FieldKind.NULLABLE_BOOLEAN) as boolean;
  }

  readInt8(fieldName: string): number {
    return this.present(fieldName, FieldKind.INT8, FieldKind.NULLABLE_INT8) as number;
  }

  readInt16(fieldName: string): number {
    return this.present(fieldName, FieldKind.INT16, FieldKind.NULLABLE_INT16) as number;
  }

  readInt32(fieldName: string): number {
    return this.present(fieldName, FieldKind.INT32, FieldKind.NULLABLE_INT32) as number;
  }

  readInt64(fieldName: string): Long {
    return this.present(fieldName, FieldKind.INT64, FieldKind.NULLABLE_INT64) as Long;
  }

  readFloat32(fieldName: string): number {
    return this.present(fieldName, FieldKind.FLOAT32, FieldKind.NULLABLE_FLOAT32) as number;
  }

  readFloat64(fieldName: string): number {
    return this.present(fieldName, FieldKind.FLOAT64, FieldKind.NULLABLE_FLOAT64) as number;
  }

  readString(fieldName: string): string | null {
    return this.either(fieldName, FieldKind.STRING) as string | null;
  }

  readDecimal(fieldName: string): BigDecimal | null {
    return this.either(fieldName, FieldKind.DECIMAL) as BigDecimal | null;
  }

  readTime(fieldName: string): LocalTime | null {
    return this.either(fieldName, FieldKind.TIME) as LocalTime | null;
  }

  readDate(fieldName: string): LocalDate | null {
    return this.either(fieldName, FieldKind.DATE) as LocalDate | null;
  }

  readTimestamp(fieldName: string): LocalDateTime | null {
    return this.either(fieldName, FieldKind.TIMESTAMP) as LocalDateTime | null;
  }

  readTimestampWithTimezone(fieldName: string): OffsetDateTime | null {
    return this.either(fieldName, FieldKind.TIMESTAMP_WITH_TIMEZONE) as OffsetDateTime | null;
  }

  readCompact<T>(fieldName: string): T | null {
    return this.either(fieldName, FieldKind.COMPACT) as T | null;
  }

  readArrayOfBoolean(fieldName: string): boolean[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_BOOLEAN, FieldKind.ARRAY_OF_NULLABLE_BOOLEAN) as
      boolean[] | null;
  }

  readArrayOfInt8(fieldName: string): Buffer | null {
    return this.presentItems(
      fieldName,
      FieldKind.ARRAY_OF_INT8,
      FieldKind.ARRAY_OF_NULLABLE_INT8,
    ) as Buffer | null;
  }

  readArrayOfInt16(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_INT16, FieldKind.ARRAY_OF_NULLABLE_INT16) as
      number[] | null;
  }

  readArrayOfInt32(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_INT32, FieldKind.ARRAY_OF_NULLABLE_INT32) as
      number[] | null;
  }

  readArrayOfInt64(fieldName: string): Long[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_INT64, FieldKind.ARRAY_OF_NULLABLE_INT64) as
      Long[] | null;
  }

  readArrayOfFloat32(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_FLOAT32, FieldKind.ARRAY_OF_NULLABLE_FLOAT32) as
      number[] | null;
  }

  readArrayOfFloat64(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_FLOAT64, FieldKind.ARRAY_OF_NULLABLE_FLOAT64) as
      number[] | null;
  }

  readArrayOfString(fieldName: string): (string | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_STRING) as (string | null)[] | null;
  }

  readArrayOfDecimal(fieldName: string): (BigDecimal | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_DECIMAL) as (BigDecimal | null)[] | null;
  }

  readArrayOfTime(fieldName: string): (LocalTime | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_TIME) as (LocalTime | null)[] | null;
  }

  readArrayOfDate(fieldName: string): (LocalDate | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_DATE) as (LocalDate | null)[] | null;
  }

  readArrayOfTimestamp(fieldName: string): (LocalDateTime | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_TIMESTAMP) as (LocalDateTime | null)[] | null;
  }

  readArrayOfTimestampWithTimezone(fieldName: string): (OffsetDateTime | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_TIMESTAMP_WITH_TIMEZONE) as
      (OffsetDateTime | null)[] | null;
  }

  readArrayOfCompact<T>(fieldName: string): (T | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_COMPACT) as (T | null)[] | null;
  }

  readNullableBoolean(fieldName: string): boolean | null {
    return this.either(fieldName, FieldKind.BOOLEAN, FieldKind.NULLABLE_BOOLEAN) as boolean | null;
  }

  readNullableInt8(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.INT8, FieldKind.NULLABLE_INT8) as number | null;
  }

  readNullableInt16(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.INT16, FieldKind.NULLABLE_INT16) as number | null;
  }

  readNullableInt32(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.INT32, FieldKind.NULLABLE_INT32) as number | null;
  }

  readNullableInt64(fieldName: string): Long | null {
    return this.either(fieldName, FieldKind.INT64, FieldKind.NULLABLE_INT64) as Long | null;
  }

  readNullableFloat32(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.FLOAT32, FieldKind.NULLABLE_FLOAT32) as number | null;
  }

  readNullableFloat64(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.FLOAT64, FieldKind.NULLABLE_FLOAT64) as number | null;
  }

  readArrayOfNullableBoolean(fieldName: string): (boolean | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_BOOLEAN, FieldKind.ARRAY_OF_NULLABLE_BOOLEAN) as
      (boolean | null)[] | null;
  }

  readArrayOfNullableInt8(fieldName: string): (number | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT8, FieldKind.ARRAY_OF_NULLABLE_INT8) as
      (number | null)[] | null;
  }

  readArrayOfNullableInt16(fieldName: string): (number | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT16, FieldKind.ARRAY_OF_NULLABLE_INT16) as
      (number | null)[] | null;
  }

  readArrayOfNullableInt32(fieldName: string): (number | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT32, FieldKind.ARRAY_OF_NULLABLE_INT32) as
      (number | null)[] | null;
  }

  readArrayOfNullableInt64(fieldName: string): (Long | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT64, FieldKind.ARRAY_OF_NULLABLE_INT64) as
      (Long | null)[] | null;
  }

  readArrayOfNullableFloat32(fieldName: string): (number | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_FLOAT32, FieldKind.ARRAY_OF_NULLABLE_FLOAT32) as
      (number | null)[] | null;
  }

  readArrayOfNullableFloat64(fieldName: string): (number | null)[] | null {
    return this.items(fieldName, FieldKind.ARRAY_OF_FLOAT64, FieldKind.ARRAY_OF_NULLABLE_FLOAT64) as
      (number | null)[] | null;
  }
}
