import type Long from 'long';
import type { BigDecimal } from '../classes/big-decimal.js';
import type { LocalDate } from '../classes/local-date.js';
import type { LocalDateTime } from '../classes/local-date-time.js';
import type { LocalTime } from '../classes/local-time.js';
import type { OffsetDateTime } from '../classes/offset-date-time.js';
import type { DataInput, DataOutput } from '../data/serializer.js';
import type { MethodName } from '../data/method-names.js';
import type { FieldType } from './field-type.js';

/** What a field of each type holds that is never null. There is an array of each, too. */
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

/** What a field of each type holds that may be null. There is an array of each, too. */
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
 * `serialization.portableFactories` makes the objects that are read. An object may have a `version`, see
 * {@link VersionedPortable}.
 */
export interface Portable {
  /** The key of the object's factory in `serialization.portableFactories`. */
  factoryId: number;
  /** Number of the object's class among those of its factory. Not 0 for one that is a field of another Portable. */
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
 * What {@link Portable.writePortable} writes to, each field once. There is a method for each type of field, and for arrays of it:
 * `writeInt`, `writeIntArray`, `writeString` and so on. A null array is not an empty one.
 *
 * Every method throws `HazelcastSerializationError`, naming the field, for a value its type cannot hold, and for a field
 * that the class does not have with this type.
 */
export interface PortableWriter extends FieldWrites {
  /** −2³¹ to 2³¹ − 1, as all integers here without a fraction, which is cut off. */
  writeInt(fieldName: string, value: number): void;
  /** @deprecated the official client's old name of {@link writeString} */
  writeUTF(fieldName: string, value: string | null): void;
  /** −128 to 255; read as 0 to 255. */
  writeByte(fieldName: string, value: number): void;
  /** A string of one UTF-16 unit. */
  writeChar(fieldName: string, value: string): void;
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
  /** Years of −32768 to 32767. */
  writeDate(fieldName: string, value: LocalDate | null): void;
  /** Years as in {@link writeDate}. */
  writeTimestamp(fieldName: string, value: LocalDateTime | null): void;
  /** Years as in {@link writeDate}. */
  writeTimestampWithTimezone(fieldName: string, value: OffsetDateTime | null): void;
  /** @deprecated the official client's old name of {@link writeStringArray} */
  writeUTFArray(fieldName: string, values: string[] | null): void;
  /** Elements may be null, unlike those of other arrays. */
  writeStringArray(fieldName: string, values: string[] | null): void;
  /** Elements of one class, none of them null. Null or empty only once the class is known, as with {@link writePortable}. */
  writePortableArray(fieldName: string, values: Portable[] | null): void;
  /**
   * For what comes behind the fields, without names; after this no field can be written. Not in the official client's
   * types: it reads such objects, and Java writes them, too.
   */
  getRawDataOutput(): DataOutput;
}

/**
 * What {@link Portable.readPortable} reads from, by name and in any order. There is a method for each type of field, and for
 * arrays of it: `readInt`, `readIntArray`, `readString` and so on.
 *
 * A field is read as the type it was written as. If the object was written by another version of its class than the one the
 * factory made, a field that version did not have gives `undefined`, and numbers can be read as wider ones: a byte as a short;
 * a byte, char or short as an int; those and an int as a long or a float; all of them as a double. Within one version both
 * are errors.
 *
 * Every method throws `HazelcastSerializationError`, naming the field.
 */
export interface PortableReader extends FieldReads {
  /** The version of the class that wrote the object. */
  getVersion(): number;
  hasField(fieldName: string): boolean;
  /** In the order in which they were first written. */
  getFieldNames(): string[];
  /** Throws RangeError if there is no such field. */
  getFieldType(fieldName: string): FieldType;
  /** @deprecated the official client's old name of {@link readString} */
  readUTF(fieldName: string): string | null;
  /** 0 to 255. */
  readByte(fieldName: string): number;
  readPortable(fieldName: string): Portable | null;
  /** A copy. */
  readByteArray(fieldName: string): Buffer | null;
  /** @deprecated the official client's old name of {@link readStringArray} */
  readUTFArray(fieldName: string): string[] | null;
  readPortableArray(fieldName: string): Portable[] | null;
  /**
   * What was written behind the fields; after this no field can be read. Throws if there is nothing. In the official client
   * too, but not in its types.
   */
  getRawDataInput(): DataInput;
}

/** The settings that Portables need. */
export interface PortableSettings {
  /** The factories by their ids. */
  readonly portableFactories: ReadonlyMap<number, PortableFactory>;
  /** The version of Portables that have none of their own; at least 0. */
  readonly portableVersion: number;
}
