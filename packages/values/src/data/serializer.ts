import type Long from 'long';

/** A serializer the user supplies. It runs on the caller's thread, and may call the client. */
export interface Serializer<T = unknown> {
  /** The type id in the serialized value; at least 1, and the same in every client and member. */
  id: number;
  /** Makes the object again. What it throws rejects the call. */
  read(input: DataInput): T;
  /** Writes the object. What it throws rejects the call. */
  write(output: DataOutput, object: T): void;
}

/** An object that a serializer of `serialization.customSerializers` writes. */
export interface CustomSerializable {
  /** The `id` of that serializer. */
  hzCustomId: number;
}

/** A key that is stored in the partition of another value, so that what belongs together lies together. */
export interface PartitionAware<T> {
  /** The value whose partition it is; any that can be serialized. */
  partitionKey: T;
}

/** What is needed of a `Long`, whatever release of the package `long` it comes from. */
export interface Int64Halves {
  readonly high: number;
  readonly low: number;
}

/** What a {@link Serializer} writes to. Numbers have the byte order of `isBigEndian()`; a null array or string is the length −1. */
export interface DataOutput {
  /** Forgets what was written, and goes to position 0. */
  clear(): void;
  isBigEndian(): boolean;
  /** Moves to a position, if one is given; returns the one before. */
  position(newPosition?: number): number;
  /** What stands before the position: a view, good until the next write. */
  toBuffer(): Buffer;
  /** Writes the low 8 bits of a number, or a Buffer's bytes without their number. */
  write(byte: number | Buffer): void;
  writeBoolean(value: boolean): void;
  writeBooleanArray(values: readonly boolean[] | null): void;
  /** Writes the low 8 bits. */
  writeByte(byte: number): void;
  writeByteArray(bytes: Buffer | null): void;
  /** Writes the first UTF-16 code unit of a string, in 2 bytes. */
  writeChar(char: string): void;
  writeCharArray(chars: readonly string[] | null): void;
  /** Writes the number of UTF-16 code units, and 2 bytes for each. */
  writeChars(chars: string): void;
  writeDouble(double: number): void;
  writeDoubleArray(doubles: readonly number[] | null): void;
  writeFloat(float: number): void;
  writeFloatArray(floats: readonly number[] | null): void;
  writeInt(int: number): void;
  /** Writes an int32, the highest byte first, whatever `isBigEndian()` says. */
  writeIntBE(int: number): void;
  writeIntArray(ints: readonly number[] | null): void;
  /** Writes an int64. Throws `HazelcastSerializationError` for a number. */
  writeLong(long: Int64Halves): void;
  writeLongArray(longs: readonly Int64Halves[] | null): void;
  /** Writes any value this client can serialize, with its type id. */
  writeObject(object: unknown): void;
  writeShort(short: number): void;
  writeShortArray(shorts: readonly number[] | null): void;
  /** @deprecated the official client's old name of {@link writeString} */
  writeUTF(text: string | null): void;
  /** @deprecated the official client's old name of {@link writeStringArray} */
  writeUTFArray(texts: readonly string[] | null): void;
  /** Writes the length in bytes, and the UTF-8. */
  writeString(text: string | null): void;
  writeStringArray(texts: readonly string[] | null): void;
  writeZeroBytes(count: number): void;
}

/**
 * What a {@link Serializer} reads from. With `position`, a method reads there and stays where it is.
 *
 * Every method throws `HazelcastSerializationError` rather than read past the end of the value.
 */
export interface DataInput {
  isBigEndian(): boolean;
  /** Moves to a position, if one is given; returns the one before. The payload begins at 8. */
  position(newPosition?: number): number;
  /** 0 to 255. */
  read(position?: number): number;
  readBoolean(position?: number): boolean;
  readBooleanArray(position?: number): boolean[] | null;
  /** 0 to 255. */
  readByte(position?: number): number;
  /** A copy. */
  readByteArray(position?: number): Buffer | null;
  /** One UTF-16 code unit. */
  readChar(position?: number): string;
  readCharArray(position?: number): string[] | null;
  readDouble(position?: number): number;
  readDoubleArray(position?: number): number[] | null;
  readFloat(position?: number): number;
  readFloatArray(position?: number): number[] | null;
  readInt(position?: number): number;
  readIntArray(position?: number): number[] | null;
  readLong(position?: number): Long;
  readLongArray(position?: number): Long[] | null;
  /** Reads what {@link DataOutput.writeObject} wrote. */
  readObject(): unknown;
  readShort(position?: number): number;
  readShortArray(position?: number): number[] | null;
  /** 0 to 255. */
  readUnsignedByte(position?: number): number;
  /** 0 to 65535. */
  readUnsignedShort(position?: number): number;
  /** @deprecated the official client's old name of {@link readString} */
  readUTF(position?: number): string | null;
  /** @deprecated the official client's old name of {@link readStringArray} */
  readUTFArray(position?: number): string[] | null;
  readString(position?: number): string | null;
  /** In the official type, in which no element is null; one that was written as null is read as null. */
  readStringArray(position?: number): string[] | null;
  /** Back to position 0, the value's header. */
  reset(): void;
  skipBytes(count: number): void;
  /** Bytes left. */
  available(): number;
}
