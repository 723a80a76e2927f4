import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';
import { FieldAccess } from './payload/field-access.js';
import { FieldKind } from './schema/field-kind.js';
import type { GenericRecord } from './generic-record.js';

/** The methods of a record that give values, as four: see `KindReader`. */
export abstract class KindGetter extends FieldAccess {
  getBoolean(fieldName: string): boolean {
    return this.present(fieldName, FieldKind.BOOLEAN, FieldKind.NULLABLE_BOOLEAN) as boolean;
  }

  getInt8(fieldName: string): number {
    return this.present(fieldName, FieldKind.INT8, FieldKind.NULLABLE_INT8) as number;
  }

  getInt16(fieldName: string): number {
    return this.present(fieldName, FieldKind.INT16, FieldKind.NULLABLE_INT16) as number;
  }

  getInt32(fieldName: string): number {
    return this.present(fieldName, FieldKind.INT32, FieldKind.NULLABLE_INT32) as number;
  }

  getInt64(fieldName: string): Long {
    return this.present(fieldName, FieldKind.INT64, FieldKind.NULLABLE_INT64) as Long;
  }

  getFloat32(fieldName: string): number {
    return this.present(fieldName, FieldKind.FLOAT32, FieldKind.NULLABLE_FLOAT32) as number;
  }

  getFloat64(fieldName: string): number {
    return this.present(fieldName, FieldKind.FLOAT64, FieldKind.NULLABLE_FLOAT64) as number;
  }

  getString(fieldName: string): string | null {
    return this.either(fieldName, FieldKind.STRING) as string | null;
  }

  getDecimal(fieldName: string): BigDecimal | null {
    return this.either(fieldName, FieldKind.DECIMAL) as BigDecimal | null;
  }

  getTime(fieldName: string): LocalTime | null {
    return this.either(fieldName, FieldKind.TIME) as LocalTime | null;
  }

  getDate(fieldName: string): LocalDate | null {
    return this.either(fieldName, FieldKind.DATE) as LocalDate | null;
  }

  getTimestamp(fieldName: string): LocalDateTime | null {
    return this.either(fieldName, FieldKind.TIMESTAMP) as LocalDateTime | null;
  }

  getTimestampWithTimezone(fieldName: string): OffsetDateTime | null {
    return this.either(fieldName, FieldKind.TIMESTAMP_WITH_TIMEZONE) as OffsetDateTime | null;
  }

  getGenericRecord(fieldName: string): GenericRecord | null {
    return this.either(fieldName, FieldKind.COMPACT) as GenericRecord | null;
  }

  getArrayOfBoolean(fieldName: string): boolean[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_BOOLEAN, FieldKind.ARRAY_OF_NULLABLE_BOOLEAN) as
      boolean[] | null;
  }

  getArrayOfInt8(fieldName: string): Buffer | null {
    return this.presentItems(
      fieldName,
      FieldKind.ARRAY_OF_INT8,
      FieldKind.ARRAY_OF_NULLABLE_INT8,
    ) as Buffer | null;
  }

  getArrayOfInt16(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_INT16, FieldKind.ARRAY_OF_NULLABLE_INT16) as
      number[] | null;
  }

  getArrayOfInt32(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_INT32, FieldKind.ARRAY_OF_NULLABLE_INT32) as
      number[] | null;
  }

  getArrayOfInt64(fieldName: string): Long[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_INT64, FieldKind.ARRAY_OF_NULLABLE_INT64) as
      Long[] | null;
  }

  getArrayOfFloat32(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_FLOAT32, FieldKind.ARRAY_OF_NULLABLE_FLOAT32) as
      number[] | null;
  }

  getArrayOfFloat64(fieldName: string): number[] | null {
    return this.presentItems(fieldName, FieldKind.ARRAY_OF_FLOAT64, FieldKind.ARRAY_OF_NULLABLE_FLOAT64) as
      number[] | null;
  }

  getArrayOfString(fieldName: string): (string | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_STRING) as (string | null)[] | null;
  }

  getArrayOfDecimal(fieldName: string): (BigDecimal | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_DECIMAL) as (BigDecimal | null)[] | null;
  }

  getArrayOfTime(fieldName: string): (LocalTime | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_TIME) as (LocalTime | null)[] | null;
  }

  getArrayOfDate(fieldName: string): (LocalDate | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_DATE) as (LocalDate | null)[] | null;
  }

  getArrayOfTimestamp(fieldName: string): (LocalDateTime | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_TIMESTAMP) as (LocalDateTime | null)[] | null;
  }

  getArrayOfTimestampWithTimezone(fieldName: string): (OffsetDateTime | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_TIMESTAMP_WITH_TIMEZONE) as
      (OffsetDateTime | null)[] | null;
  }

  getArrayOfGenericRecord(fieldName: string): (GenericRecord | null)[] | null {
    return this.either(fieldName, FieldKind.ARRAY_OF_COMPACT) as (GenericRecord | null)[] | null;
  }

  getNullableBoolean(fieldName: string): boolean | null {
    return this.either(fieldName, FieldKind.BOOLEAN, FieldKind.NULLABLE_BOOLEAN) as boolean | null;
  }

  getNullableInt8(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.INT8, FieldKind.NULLABLE_INT8) as number | null;
  }

  getNullableInt16(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.INT16, FieldKind.NULLABLE_INT16) as number | null;
  }

  getNullableInt32(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.INT32, FieldKind.NULLABLE_INT32) as number | null;
  }

  getNullableInt64(fieldName: string): Long | null {
    return this.either(fieldName, FieldKind.INT64, FieldKind.NULLABLE_INT64) as Long | null;
  }

  getNullableFloat32(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.FLOAT32, FieldKind.NULLABLE_FLOAT32) as number | null;
  }

  getNullableFloat64(fieldName: string): number | null {
    return this.either(fieldName, FieldKind.FLOAT64, FieldKind.NULLABLE_FLOAT64) as number | null;
  }

  getArrayOfNullableBoolean(fieldName: string): (boolean | null)[] {
    return this.items(fieldName, FieldKind.ARRAY_OF_BOOLEAN, FieldKind.ARRAY_OF_NULLABLE_BOOLEAN) as (
      boolean | null
    )[];
  }

  getArrayOfNullableInt8(fieldName: string): (number | null)[] {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT8, FieldKind.ARRAY_OF_NULLABLE_INT8) as (
      number | null
    )[];
  }

  getArrayOfNullableInt16(fieldName: string): (number | null)[] {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT16, FieldKind.ARRAY_OF_NULLABLE_INT16) as (
      number | null
    )[];
  }

  getArrayOfNullableInt32(fieldName: string): (number | null)[] {
    return this.items(fieldName, FieldKind.ARRAY_OF_INT32, FieldKind.ARRAY_OF_NULLABLE_INT32) as (
      number | null
    )[];
  }

  getArrayOfNullableInt64(fieldName: string): (Long | null)[] {
    return this.items(
      fieldName,
      FieldKind.ARRAY_OF_INT64,
      FieldKind.ARRAY_OF_NULLABLE_INT64,
    ) as (Long | null)[];
  }

  getArrayOfNullableFloat32(fieldName: string): (number | null)[] {
    return this.items(fieldName, FieldKind.ARRAY_OF_FLOAT32, FieldKind.ARRAY_OF_NULLABLE_FLOAT32) as (
      number | null
    )[];
  }

  getArrayOfNullableFloat64(fieldName: string): (number | null)[] {
    return this.items(fieldName, FieldKind.ARRAY_OF_FLOAT64, FieldKind.ARRAY_OF_NULLABLE_FLOAT64) as (
      number | null
    )[];
  }
}
