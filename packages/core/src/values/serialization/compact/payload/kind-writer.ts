import type Long from 'long';
import type { BigDecimal } from '../../../big-decimal.js';
import type { LocalDate } from '../../../local-date.js';
import type { LocalDateTime } from '../../../local-date-time.js';
import type { LocalTime } from '../../../local-time.js';
import type { OffsetDateTime } from '../../../offset-date-time.js';
import type { CompactWriter } from '../compact-writer.js';
import { FieldKind } from '../schema/field-kind.js';

// The official signatures.
/* oxlint-disable typescript/no-unnecessary-type-parameters */

/** Every method of a writer as one: a field of a kind, and its value. */
export abstract class KindWriter implements CompactWriter {
  writeBoolean(fieldName: string, value: boolean): void {
    this.put(fieldName, FieldKind.BOOLEAN, value);
  }

  writeInt8(fieldName: string, value: number): void {
    this.put(fieldName, FieldKind.INT8, value);
  }

  writeInt16(fieldName: string, value: number): void {
    this.put(fieldName, FieldKind.INT16, value);
  }

  writeInt32(fieldName: string, value: number): void {
    this.put(fieldName, FieldKind.INT32, value);
  }

  writeInt64(fieldName: string, value: Long): void {
    this.put(fieldName, FieldKind.INT64, value);
  }

  writeFloat32(fieldName: string, value: number): void {
    this.put(fieldName, FieldKind.FLOAT32, value);
  }

  writeFloat64(fieldName: string, value: number): void {
    this.put(fieldName, FieldKind.FLOAT64, value);
  }

  writeString(fieldName: string, value: string | null): void {
    this.put(fieldName, FieldKind.STRING, value);
  }

  writeDecimal(fieldName: string, value: BigDecimal | null): void {
    this.put(fieldName, FieldKind.DECIMAL, value);
  }

  writeTime(fieldName: string, value: LocalTime | null): void {
    this.put(fieldName, FieldKind.TIME, value);
  }

  writeDate(fieldName: string, value: LocalDate | null): void {
    this.put(fieldName, FieldKind.DATE, value);
  }

  writeTimestamp(fieldName: string, value: LocalDateTime | null): void {
    this.put(fieldName, FieldKind.TIMESTAMP, value);
  }

  writeTimestampWithTimezone(fieldName: string, value: OffsetDateTime | null): void {
    this.put(fieldName, FieldKind.TIMESTAMP_WITH_TIMEZONE, value);
  }

  writeCompact<T>(fieldName: string, value: T | null): void {
    this.put(fieldName, FieldKind.COMPACT, value);
  }

  writeArrayOfBoolean(fieldName: string, value: boolean[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_BOOLEAN, value);
  }

  writeArrayOfInt8(fieldName: string, value: Buffer | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_INT8, value);
  }

  writeArrayOfInt16(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_INT16, value);
  }

  writeArrayOfInt32(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_INT32, value);
  }

  writeArrayOfInt64(fieldName: string, value: Long[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_INT64, value);
  }

  writeArrayOfFloat32(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_FLOAT32, value);
  }

  writeArrayOfFloat64(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_FLOAT64, value);
  }

  writeArrayOfString(fieldName: string, value: (string | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_STRING, value);
  }

  writeArrayOfDecimal(fieldName: string, value: (BigDecimal | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_DECIMAL, value);
  }

  writeArrayOfTime(fieldName: string, value: (LocalTime | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_TIME, value);
  }

  writeArrayOfDate(fieldName: string, value: (LocalDate | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_DATE, value);
  }

  writeArrayOfTimestamp(fieldName: string, value: (LocalDateTime | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_TIMESTAMP, value);
  }

  writeArrayOfTimestampWithTimezone(fieldName: string, value: (OffsetDateTime | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_TIMESTAMP_WITH_TIMEZONE, value);
  }

  writeArrayOfCompact<T>(fieldName: string, value: (T | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_COMPACT, value);
  }

  writeNullableBoolean(fieldName: string, value: boolean | null): void {
    this.put(fieldName, FieldKind.NULLABLE_BOOLEAN, value);
  }

  writeNullableInt8(fieldName: string, value: number | null): void {
    this.put(fieldName, FieldKind.NULLABLE_INT8, value);
  }

  writeNullableInt16(fieldName: string, value: number | null): void {
    this.put(fieldName, FieldKind.NULLABLE_INT16, value);
  }

  writeNullableInt32(fieldName: string, value: number | null): void {
    this.put(fieldName, FieldKind.NULLABLE_INT32, value);
  }

  writeNullableInt64(fieldName: string, value: Long | null): void {
    this.put(fieldName, FieldKind.NULLABLE_INT64, value);
  }

  writeNullableFloat32(fieldName: string, value: number | null): void {
    this.put(fieldName, FieldKind.NULLABLE_FLOAT32, value);
  }

  writeNullableFloat64(fieldName: string, value: number | null): void {
    this.put(fieldName, FieldKind.NULLABLE_FLOAT64, value);
  }

  writeArrayOfNullableBoolean(fieldName: string, value: (boolean | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_BOOLEAN, value);
  }

  writeArrayOfNullableInt8(fieldName: string, value: (number | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_INT8, value);
  }

  writeArrayOfNullableInt16(fieldName: string, value: (number | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_INT16, value);
  }

  writeArrayOfNullableInt32(fieldName: string, value: (number | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_INT32, value);
  }

  writeArrayOfNullableInt64(fieldName: string, value: (Long | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_INT64, value);
  }

  writeArrayOfNullableFloat32(fieldName: string, value: (number | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_FLOAT32, value);
  }

  writeArrayOfNullableFloat64(fieldName: string, value: (number | null)[] | null): void {
    this.put(fieldName, FieldKind.ARRAY_OF_NULLABLE_FLOAT64, value);
  }

  /** Throws HazelcastSerializationError. */
  protected abstract put(fieldName: string, kind: FieldKind, value: unknown): void;
}
