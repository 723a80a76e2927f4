import type Long from 'long';
import type { BigDecimal } from '../../big-decimal.js';
import type { LocalDate } from '../../local-date.js';
import type { LocalDateTime } from '../../local-date-time.js';
import type { LocalTime } from '../../local-time.js';
import type { OffsetDateTime } from '../../offset-date-time.js';
import type { DataInput, DataOutput } from '../serializer.js';
import type { FieldType } from './field-type.js';

/**
 * An object whose fields are stored by name, so that members can query them and other versions of its class can read them.
 *
 * `serialization.portableFactories` makes the objects that are read. An object may have a `version`, see
 * {@link VersionedPortable}.
 */
export interface Portable {
  /** The key of its factory in `serialization.portableFactories`. */
  factoryId: number;
  /** Its class among those of its factory. Within another Portable it must not be 0. */
  classId: number;
  /** Fills this object, just made by the factory. The reader is of no use afterwards. */
  readPortable(reader: PortableReader): void;
  /**
   * Writes all fields, the same ones with the same types each time: the first object of a class version written or read
   * fixes them. Of a class version not seen before it is called twice, once to learn the fields.
   */
  writePortable(writer: PortableWriter): void;
}

/** A Portable whose class has a version of its own, instead of `serialization.portableVersion`. */
export interface VersionedPortable extends Portable {
  /** 0 to 2³¹ − 1. Another one for each change of the fields. */
  version: number;
}

/** Makes an empty object of a class; its `readPortable` is called next. */
export type PortableFactory = (classId: number) => Portable;

/**
 * What {@link Portable.writePortable} writes to, each field once. A null array is not an empty one.
 *
 * Every method throws `HazelcastSerializationError`, naming the field, for a value its type cannot hold, and for a field
 * that the class does not have with this type.
 */
export interface PortableWriter {
  /** −2³¹ to 2³¹ − 1, as all integers here without a fraction, which is cut off. */
  writeInt(fieldName: string, value: number): void;
  writeLong(fieldName: string, value: Long): void;
  /** @deprecated the official client's old name of {@link writeString} */
  writeUTF(fieldName: string, value: string | null): void;
  writeString(fieldName: string, value: string | null): void;
  writeBoolean(fieldName: string, value: boolean): void;
  /** −128 to 255; read as 0 to 255. */
  writeByte(fieldName: string, value: number): void;
  /** A string of one UTF-16 unit. */
  writeChar(fieldName: string, value: string): void;
  writeDouble(fieldName: string, value: number): void;
  /** Rounded to single precision. */
  writeFloat(fieldName: string, value: number): void;
  /** −32768 to 32767. */
  writeShort(fieldName: string, value: number): void;
  /** Null only once the class is known, by an object written or read before; else see {@link writeNullPortable}. */
  writePortable(fieldName: string, value: Portable | null): void;
  /**
   * A null of a class. An object of this class, with the version `serialization.portableVersion`, must have been written or
   * read before.
   */
  writeNullPortable(fieldName: string, factoryId: number, classId: number): void;
  writeDecimal(fieldName: string, value: BigDecimal | null): void;
  writeTime(fieldName: string, value: LocalTime | null): void;
  /** Years of −32768 to 32767. */
  writeDate(fieldName: string, value: LocalDate | null): void;
  /** Years as in {@link writeDate}. */
  writeTimestamp(fieldName: string, value: LocalDateTime | null): void;
  /** Years as in {@link writeDate}. */
  writeTimestampWithTimezone(fieldName: string, value: OffsetDateTime | null): void;
  writeByteArray(fieldName: string, bytes: Buffer | null): void;
  writeBooleanArray(fieldName: string, booleans: boolean[] | null): void;
  writeCharArray(fieldName: string, chars: string[] | null): void;
  writeIntArray(fieldName: string, ints: number[] | null): void;
  writeLongArray(fieldName: string, longs: Long[] | null): void;
  writeDoubleArray(fieldName: string, values: number[] | null): void;
  writeFloatArray(fieldName: string, values: number[] | null): void;
  writeShortArray(fieldName: string, values: number[] | null): void;
  /** @deprecated the official client's old name of {@link writeStringArray} */
  writeUTFArray(fieldName: string, values: string[] | null): void;
  /** Elements may be null. */
  writeStringArray(fieldName: string, values: string[] | null): void;
  /** Elements of one class, none of them null. Null or empty only once the class is known, as with {@link writePortable}. */
  writePortableArray(fieldName: string, values: Portable[] | null): void;
  /** As in the arrays below, no element may be null. */
  writeDecimalArray(fieldName: string, values: BigDecimal[] | null): void;
  writeTimeArray(fieldName: string, values: LocalTime[] | null): void;
  writeDateArray(fieldName: string, values: LocalDate[] | null): void;
  writeTimestampArray(fieldName: string, values: LocalDateTime[] | null): void;
  writeTimestampWithTimezoneArray(fieldName: string, values: OffsetDateTime[] | null): void;
  /**
   * For what comes behind the fields, without names; after this no field can be written. Not in the official client's
   * types: it reads such objects, and Java writes them, too.
   */
  getRawDataOutput(): DataOutput;
}

/**
 * What {@link Portable.readPortable} reads from, by name and in any order.
 *
 * A field is read as the type it was written as. If the object was written by another version of its class than the one the
 * factory made, a field that version did not have gives `undefined`, and numbers can be read as wider ones: a byte as a short;
 * a byte, char or short as an int; those and an int as a long or a float; all of them as a double. Within one version both
 * are errors.
 *
 * Every method throws `HazelcastSerializationError`, naming the field.
 */
export interface PortableReader {
  /** The version of the class that wrote the object. */
  getVersion(): number;
  hasField(fieldName: string): boolean;
  /** In the order in which they were first written. */
  getFieldNames(): string[];
  /** Throws RangeError if there is no such field. */
  getFieldType(fieldName: string): FieldType;
  readInt(fieldName: string): number;
  readLong(fieldName: string): Long;
  /** @deprecated the official client's old name of {@link readString} */
  readUTF(fieldName: string): string | null;
  readString(fieldName: string): string | null;
  readBoolean(fieldName: string): boolean;
  /** 0 to 255. */
  readByte(fieldName: string): number;
  readChar(fieldName: string): string;
  readDouble(fieldName: string): number;
  readFloat(fieldName: string): number;
  readShort(fieldName: string): number;
  readPortable(fieldName: string): Portable | null;
  readDecimal(fieldName: string): BigDecimal | null;
  readTime(fieldName: string): LocalTime | null;
  readDate(fieldName: string): LocalDate | null;
  readTimestamp(fieldName: string): LocalDateTime | null;
  readTimestampWithTimezone(fieldName: string): OffsetDateTime | null;
  /** A copy. */
  readByteArray(fieldName: string): Buffer | null;
  readBooleanArray(fieldName: string): boolean[] | null;
  readCharArray(fieldName: string): string[] | null;
  readIntArray(fieldName: string): number[] | null;
  readLongArray(fieldName: string): Long[] | null;
  readDoubleArray(fieldName: string): number[] | null;
  readFloatArray(fieldName: string): number[] | null;
  readShortArray(fieldName: string): number[] | null;
  /** @deprecated the official client's old name of {@link readStringArray} */
  readUTFArray(fieldName: string): string[] | null;
  readStringArray(fieldName: string): string[] | null;
  readPortableArray(fieldName: string): Portable[] | null;
  readDecimalArray(fieldName: string): BigDecimal[] | null;
  readTimeArray(fieldName: string): LocalTime[] | null;
  readDateArray(fieldName: string): LocalDate[] | null;
  readTimestampArray(fieldName: string): LocalDateTime[] | null;
  readTimestampWithTimezoneArray(fieldName: string): OffsetDateTime[] | null;
  /**
   * What was written behind the fields; after this no field can be read. Throws if there is nothing. In the official client
   * too, but not in its types.
   */
  getRawDataInput(): DataInput;
}
