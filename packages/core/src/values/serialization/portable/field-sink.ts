import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';
import type { DataOutput } from '../serializer.js';
import type { PlainFieldType } from './field-codecs.js';
import { FieldType } from './field-type.js';
import type { Portable, PortableWriter } from './portable.js';

/** The methods of a writer, by what they have in common. */
export abstract class FieldSink implements PortableWriter {
  protected abstract put(fieldName: string, type: PlainFieldType, value: unknown): void;
  abstract writePortable(fieldName: string, value: Portable | null): void;
  abstract writeNullPortable(fieldName: string, factoryId: number, classId: number): void;
  abstract writePortableArray(fieldName: string, values: Portable[] | null): void;
  abstract getRawDataOutput(): DataOutput;

  writeInt(fieldName: string, value: number): void {
    this.put(fieldName, FieldType.INT, value);
  }

  writeLong(fieldName: string, value: Long): void {
    this.put(fieldName, FieldType.LONG, value);
  }

  writeString(fieldName: string, value: string | null): void {
    this.put(fieldName, FieldType.STRING, value);
  }

  writeUTF(fieldName: string, value: string | null): void {
    this.writeString(fieldName, value);
  }

  writeBoolean(fieldName: string, value: boolean): void {
    this.put(fieldName, FieldType.BOOLEAN, value);
  }

  writeByte(fieldName: string, value: number): void {
    this.put(fieldName, FieldType.BYTE, value);
  }

  writeChar(fieldName: string, value: string): void {
    this.put(fieldName, FieldType.CHAR, value);
  }

  writeDouble(fieldName: string, value: number): void {
    this.put(fieldName, FieldType.DOUBLE, value);
  }

  writeFloat(fieldName: string, value: number): void {
    this.put(fieldName, FieldType.FLOAT, value);
  }

  writeShort(fieldName: string, value: number): void {
    this.put(fieldName, FieldType.SHORT, value);
  }

  writeDecimal(fieldName: string, value: BigDecimal | null): void {
    this.put(fieldName, FieldType.DECIMAL, value);
  }

  writeTime(fieldName: string, value: LocalTime | null): void {
    this.put(fieldName, FieldType.TIME, value);
  }

  writeDate(fieldName: string, value: LocalDate | null): void {
    this.put(fieldName, FieldType.DATE, value);
  }

  writeTimestamp(fieldName: string, value: LocalDateTime | null): void {
    this.put(fieldName, FieldType.TIMESTAMP, value);
  }

  writeTimestampWithTimezone(fieldName: string, value: OffsetDateTime | null): void {
    this.put(fieldName, FieldType.TIMESTAMP_WITH_TIMEZONE, value);
  }

  writeByteArray(fieldName: string, value: Buffer | null): void {
    this.put(fieldName, FieldType.BYTE_ARRAY, value);
  }

  writeBooleanArray(fieldName: string, value: boolean[] | null): void {
    this.put(fieldName, FieldType.BOOLEAN_ARRAY, value);
  }

  writeCharArray(fieldName: string, value: string[] | null): void {
    this.put(fieldName, FieldType.CHAR_ARRAY, value);
  }

  writeIntArray(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldType.INT_ARRAY, value);
  }

  writeLongArray(fieldName: string, value: Long[] | null): void {
    this.put(fieldName, FieldType.LONG_ARRAY, value);
  }

  writeDoubleArray(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldType.DOUBLE_ARRAY, value);
  }

  writeFloatArray(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldType.FLOAT_ARRAY, value);
  }

  writeShortArray(fieldName: string, value: number[] | null): void {
    this.put(fieldName, FieldType.SHORT_ARRAY, value);
  }

  writeStringArray(fieldName: string, value: string[] | null): void {
    this.put(fieldName, FieldType.STRING_ARRAY, value);
  }

  writeUTFArray(fieldName: string, value: string[] | null): void {
    this.writeStringArray(fieldName, value);
  }

  writeDecimalArray(fieldName: string, value: BigDecimal[] | null): void {
    this.put(fieldName, FieldType.DECIMAL_ARRAY, value);
  }

  writeTimeArray(fieldName: string, value: LocalTime[] | null): void {
    this.put(fieldName, FieldType.TIME_ARRAY, value);
  }

  writeDateArray(fieldName: string, value: LocalDate[] | null): void {
    this.put(fieldName, FieldType.DATE_ARRAY, value);
  }

  writeTimestampArray(fieldName: string, value: LocalDateTime[] | null): void {
    this.put(fieldName, FieldType.TIMESTAMP_ARRAY, value);
  }

  writeTimestampWithTimezoneArray(fieldName: string, value: OffsetDateTime[] | null): void {
    this.put(fieldName, FieldType.TIMESTAMP_WITH_TIMEZONE_ARRAY, value);
  }
}
