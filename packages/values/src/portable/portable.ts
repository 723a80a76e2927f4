import type Long from 'long';
import type { BigDecimal } from '../classes/big-decimal.js';
import type { LocalDate } from '../classes/local-date.js';
import type { LocalDateTime } from '../classes/local-date-time.js';
import type { LocalTime } from '../classes/local-time.js';
import type { OffsetDateTime } from '../classes/offset-date-time.js';
import type { DataInput, DataOutput } from '../data/serializer.js';
import type { MethodName } from '../data/method-names.js';
import type { FieldType } from './field-type.js';

/** JavaScript types of fields that are never null. There is an array of each, too. */
interface PlainValues {
  BYTE: number;
  BOOLEAN: boolean;
  CHAR: string;
  SHORT: number;
  INT: number;
  LONG: Long;
  FLOAT: number;
  DOUBLE: number;
}

/** JavaScript types of fields that may be null. There is an array of each, too. */
interface NullableValues {
  STRING: string;
  DECIMAL: BigDecimal;
  TIME: LocalTime;
  DATE: LocalDate;
  TIMESTAMP: LocalDateTime;
  TIMESTAMP_WITH_TIMEZONE: OffsetDateTime;
}

type FieldValues = PlainValues & {
  [T in keyof NullableValues]: NullableValues[T] | null;
} & {
  [T in keyof PlainValues as `${T}_ARRAY`]: (T extends 'BYTE' ? Buffer : PlainValues[T][]) | null;
} & {
  [T in keyof NullableValues as `${T}_ARRAY`]: NullableValues[T][] | null;
};

/** The methods of a {@link PortableReader} that follow from the types of fields: `readInt`, `readStringArray` and so on. */
export type FieldReads = {
  [T in keyof FieldValues as `read${MethodName<T>}`]: (fieldName: string) => FieldValues[T];
};

/** The methods of a {@link PortableWriter} that follow from the types of fields: `writeInt`, `writeStringArray` and so on. */
export type FieldWrites = {
  [T in keyof FieldValues as `write${MethodName<T>}`]: (fieldName: string, value: FieldValues[T]) => void;
};

/**
 * An object whose fields are stored by name, so that members can query them and other versions of its class can read them.
 *
 * A factory of `serialization.portableFactories` makes the object that is read. An object may have a `version`, see {@link
 * VersionedPortable}.
 */
export interface Portable {
  /** The key of the object's factory in `serialization.portableFactories`. */
  factoryId: number;
  /** Number of the object's class among those of its factory. Not 0 for one that is a field of another Portable. */
  classId: number;
  /** Reads the fields of this object, just made by the factory. The reader cannot be used afterwards. */
  readPortable(reader: PortableReader): void;
  /**
   * Writes all fields, the same ones with the same types each time: the first object of a class version that is written or read
   * fixes them. For a class version not seen before it is called twice, once to learn the fields.
   */
  writePortable(writer: PortableWriter): void;
}

/** A Portable whose class has a version of its own, instead of `serialization.portableVersion`. */
export interface VersionedPortable extends Portable {
  /** Version of the class, 0 to 2³¹ − 1. Each change of the fields needs another one. */
  version: number;
}

/** Makes an empty object of a class; its `readPortable` is called next. */
export type PortableFactory = (classId: number) => Portable;

/**
 * Takes the fields of an object from {@link Portable.writePortable}, each once. There is a method for each type of field, and for
 * arrays of it: `writeInt`, `writeIntArray`, `writeString` and so on. A null array differs from an empty one.
 *
 * Every method throws `HazelcastSerializationError`, naming the field, for a value its type cannot hold, and for a field that the
 * class does not have with this type.
 */
export interface PortableWriter extends FieldWrites {
  /** Writes −2³¹ to 2³¹ − 1. Fractions are cut off, as by all methods for integers. */
  writeInt(fieldName: string, value: number): void;
  /** @deprecated the official client's old name of {@link writeString} */
  writeUTF(fieldName: string, value: string | null): void;
  /** Writes −128 to 255, which is read as 0 to 255. */
  writeByte(fieldName: string, value: number): void;
  /** Writes a string of one UTF-16 unit. */
  writeChar(fieldName: string, value: string): void;
  /** Writes a number, rounded to single precision. */
  writeFloat(fieldName: string, value: number): void;
  /** Writes −32768 to 32767. */
  writeShort(fieldName: string, value: number): void;
  /**
   * Writes an object of another class. Null is allowed only once that class is known, by an object written or read before; else
   * see {@link writeNullPortable}.
   */
  writePortable(fieldName: string, value: Portable | null): void;
  /**
   * Writes a null of a class. An object of this class, with the version `serialization.portableVersion`, must have been written
   * or read before.
   */
  writeNullPortable(fieldName: string, factoryId: number, classId: number): void;
  /** Writes a date of a year from −32768 to 32767. */
  writeDate(fieldName: string, value: LocalDate | null): void;
  /** Writes a date and time, with years as in {@link writeDate}. */
  writeTimestamp(fieldName: string, value: LocalDateTime | null): void;
  /** Writes a date and time with an offset, with years as in {@link writeDate}. */
  writeTimestampWithTimezone(fieldName: string, value: OffsetDateTime | null): void;
  /** @deprecated the official client's old name of {@link writeStringArray} */
  writeUTFArray(fieldName: string, values: string[] | null): void;
  /** Writes an array of strings, whose elements may be null, unlike those of other arrays. */
  writeStringArray(fieldName: string, values: string[] | null): void;
  /**
   * Writes an array of objects of one class, none of them null. Null or an empty array is allowed only once the class is known,
   * as with {@link writePortable}.
   */
  writePortableArray(fieldName: string, values: Portable[] | null): void;
  /**
   * Returns the output for data without field names behind the fields; after this call no field can be written. The official
   * client's types lack it, but it reads such objects, and Java writes them, too.
   */
  getRawDataOutput(): DataOutput;
}

/**
 * Reads the fields of an object for {@link Portable.readPortable}, by name and in any order. There is a method for each type of
 * field, and for arrays of it: `readInt`, `readIntArray`, `readString` and so on.
 *
 * A field is read as the type it was written as. If the object was written by another version of its class than the one the
 * factory made, a field that version did not have gives `undefined`, and numbers can be read as wider ones: a byte as a short; a
 * byte, char or short as an int; those and an int as a long or a float; all of them as a double. Within one version both are
 * errors.
 *
 * Every method throws `HazelcastSerializationError`, naming the field.
 */
export interface PortableReader extends FieldReads {
  /** Returns the version of the class that wrote the object. */
  getVersion(): number;
  hasField(fieldName: string): boolean;
  /** Returns the names of the fields, in the order in which they were first written. */
  getFieldNames(): string[];
  /** Returns the type of a field. Throws RangeError if there is no such field. */
  getFieldType(fieldName: string): FieldType;
  /** @deprecated the official client's old name of {@link readString} */
  readUTF(fieldName: string): string | null;
  /** Reads a byte as 0 to 255. */
  readByte(fieldName: string): number;
  readPortable(fieldName: string): Portable | null;
  /** Reads an array of bytes; the Buffer is a copy. */
  readByteArray(fieldName: string): Buffer | null;
  /** @deprecated the official client's old name of {@link readStringArray} */
  readUTFArray(fieldName: string): string[] | null;
  readPortableArray(fieldName: string): Portable[] | null;
  /**
   * Returns the input for data that were written behind the fields; after this call no field can be read. Throws if there are
   * none. The official client has it, too, but not in its types.
   */
  getRawDataInput(): DataInput;
}

/** The settings that Portables need. */
export interface PortableSettings {
  /** The factories by their ids, which are the objects' `factoryId`. */
  readonly portableFactories: ReadonlyMap<number, PortableFactory>;
  /** Version of the Portables that have none of their own; at least 0. */
  readonly portableVersion: number;
}
