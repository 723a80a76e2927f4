import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';
import type { DataInput } from '../serializer.js';
import { FieldType } from './field-type.js';
import type { Portable, PortableReader } from './portable.js';

/** The methods of a reader, by what they have in common. */
export abstract class FieldSource implements PortableReader {
  protected abstract take(fieldName: string, type: FieldType): unknown;
  abstract getVersion(): number;
  abstract hasField(fieldName: string): boolean;
  abstract getFieldNames(): string[];
  abstract getFieldType(fieldName: string): FieldType;
  abstract getRawDataInput(): DataInput;

  readInt(fieldName: string): number {
    return this.take(fieldName, FieldType.INT) as number;
  }

  readLong(fieldName: string): Long {
    return this.take(fieldName, FieldType.LONG) as Long;
  }

  readString(fieldName: string): string | null {
    return this.take(fieldName, FieldType.STRING) as string | null;
  }

  readUTF(fieldName: string): string | null {
    return this.readString(fieldName);
  }

  readBoolean(fieldName: string): boolean {
    return this.take(fieldName, FieldType.BOOLEAN) as boolean;
  }

  readByte(fieldName: string): number {
    return this.take(fieldName, FieldType.BYTE) as number;
  }

  readChar(fieldName: string): string {
    return this.take(fieldName, FieldType.CHAR) as string;
  }

  readDouble(fieldName: string): number {
    return this.take(fieldName, FieldType.DOUBLE) as number;
  }

  readFloat(fieldName: string): number {
    return this.take(fieldName, FieldType.FLOAT) as number;
  }

  readShort(fieldName: string): number {
    return this.take(fieldName, FieldType.SHORT) as number;
  }

  readDecimal(fieldName: string): BigDecimal | null {
    return this.take(fieldName, FieldType.DECIMAL) as BigDecimal | null;
  }

  readTime(fieldName: string): LocalTime | null {
    return this.take(fieldName, FieldType.TIME) as LocalTime | null;
  }

  readDate(fieldName: string): LocalDate | null {
    return this.take(fieldName, FieldType.DATE) as LocalDate | null;
  }

  readTimestamp(fieldName: string): LocalDateTime | null {
    return this.take(fieldName, FieldType.TIMESTAMP) as LocalDateTime | null;
  }

  readTimestampWithTimezone(fieldName: string): OffsetDateTime | null {
    return this.take(fieldName, FieldType.TIMESTAMP_WITH_TIMEZONE) as OffsetDateTime | null;
  }

  readByteArray(fieldName: string): Buffer | null {
    return this.take(fieldName, FieldType.BYTE_ARRAY) as Buffer | null;
  }

  readBooleanArray(fieldName: string): boolean[] | null {
    return this.take(fieldName, FieldType.BOOLEAN_ARRAY) as boolean[] | null;
  }

  readCharArray(fieldName: string): string[] | null {
    return this.take(fieldName, FieldType.CHAR_ARRAY) as string[] | null;
  }

  readIntArray(fieldName: string): number[] | null {
    return this.take(fieldName, FieldType.INT_ARRAY) as number[] | null;
  }

  readLongArray(fieldName: string): Long[] | null {
    return this.take(fieldName, FieldType.LONG_ARRAY) as Long[] | null;
  }

  readDoubleArray(fieldName: string): number[] | null {
    return this.take(fieldName, FieldType.DOUBLE_ARRAY) as number[] | null;
  }

  readFloatArray(fieldName: string): number[] | null {
    return this.take(fieldName, FieldType.FLOAT_ARRAY) as number[] | null;
  }

  readShortArray(fieldName: string): number[] | null {
    return this.take(fieldName, FieldType.SHORT_ARRAY) as number[] | null;
  }

  readStringArray(fieldName: string): string[] | null {
    return this.take(fieldName, FieldType.STRING_ARRAY) as string[] | null;
  }

  readUTFArray(fieldName: string): string[] | null {
    return this.readStringArray(fieldName);
  }

  readDecimalArray(fieldName: string): BigDecimal[] | null {
    return this.take(fieldName, FieldType.DECIMAL_ARRAY) as BigDecimal[] | null;
  }

  readTimeArray(fieldName: string): LocalTime[] | null {
    return this.take(fieldName, FieldType.TIME_ARRAY) as LocalTime[] | null;
  }

  readDateArray(fieldName: string): LocalDate[] | null {
    return this.take(fieldName, FieldType.DATE_ARRAY) as LocalDate[] | null;
  }

  readTimestampArray(fieldName: string): LocalDateTime[] | null {
    return this.take(fieldName, FieldType.TIMESTAMP_ARRAY) as LocalDateTime[] | null;
  }

  readTimestampWithTimezoneArray(fieldName: string): OffsetDateTime[] | null {
    return this.take(fieldName, FieldType.TIMESTAMP_WITH_TIMEZONE_ARRAY) as OffsetDateTime[] | null;
  }

  readPortable(fieldName: string): Portable | null {
    return this.take(fieldName, FieldType.PORTABLE) as Portable | null;
  }

  readPortableArray(fieldName: string): Portable[] | null {
    return this.take(fieldName, FieldType.PORTABLE_ARRAY) as Portable[] | null;
  }
}
