import type Long from 'long';

/** A serializer that the application supplies. It runs on the caller's thread, and may call the client. */
export interface Serializer<T = unknown> {
  /** Type id of the serialized values: at least 1, and the same in every client and member. */
  id: number;
  /** Makes the object again. An error that it throws rejects the call. */
  read(input: DataInput): T;
  /** Writes the object. An error that it throws rejects the call. */
  write(output: DataOutput, object: T): void;
}

/** An object that a serializer of `serialization.customSerializers` writes. */
export interface CustomSerializable {
  /** The `id` of the serializer that writes this object. */
  hzCustomId: number;
}

/** A key that is stored in the partition of another value, so that related entries lie together. */
export interface PartitionAware<T> {
  /** The value whose partition the key is stored in; any that can be serialized. */
  partitionKey: T;
}

/** The two 32-bit halves of an int64, as a `Long` of any release of the package `long` has them. */
export interface Int64Halves {
  readonly high: number;
  readonly low: number;
}

/**
 * The output of a {@link Serializer}. Numbers have the byte order of `isBigEndian()`; a null array or string is the length −1.
 */
export interface DataOutput {
  /** Discards the bytes written so far, and goes to position 0. */
  clear(): void;
  isBigEndian(): boolean;
  /** Moves to a position, if one is given; returns the previous one. */
  position(newPosition?: number): number;
  /** Returns the bytes before the position: a view, valid until the next write. */
  toBuffer(): Buffer;
  /** Writes the low 8 bits of a number, or a Buffer's bytes without their length. */
  write(byte: number | Buffer): void;
  writeBoolean(value: boolean): void;
  writeBooleanArray(values: readonly boolean[] | null): void;
  /** Writes the low 8 bits of a number. */
  writeByte(byte: number): void;
  writeByteArray(bytes: Buffer | null): void;
  /** Writes the first UTF-16 code unit of a string, in 2 bytes. */
  writeChar(char: string): void;
  writeCharArray(chars: readonly string[] | null): void;
  /** Writes a string: the number of its UTF-16 code units, and 2 bytes for each. */
  writeChars(chars: string): void;
  writeDouble(double: number): void;
  writeDoubleArray(doubles: readonly number[] | null): void;
  writeFloat(float: number): void;
  writeFloatArray(floats: readonly number[] | null): void;
  writeInt(int: number): void;
  /** Writes an int32, the highest byte first, whatever `isBigEndian()` returns. */
  writeIntBE(int: number): void;
  writeIntArray(ints: readonly number[] | null): void;
  /** Writes an int64. Throws `HazelcastSerializationError` for a number. */
  writeLong(long: Int64Halves): void;
  writeLongArray(longs: readonly Int64Halves[] | null): void;
  /** Writes any value that this client can serialize, with its type id. */
  writeObject(object: unknown): void;
  writeShort(short: number): void;
  writeShortArray(shorts: readonly number[] | null): void;
  /** @deprecated the official client's old name of {@link writeString} */
  writeUTF(text: string | null): void;
  /** @deprecated the official client's old name of {@link writeStringArray} */
  writeUTFArray(texts: readonly string[] | null): void;
  /** Writes a string: its length in bytes, and its UTF-8. */
  writeString(text: string | null): void;
  writeStringArray(texts: readonly string[] | null): void;
  writeZeroBytes(count: number): void;
}

/**
 * The input of a {@link Serializer}. A method that is given a `position` reads there, and does not move.
 *
 * Every method throws `HazelcastSerializationError` rather than read past the end of the value.
 */
export interface DataInput {
  isBigEndian(): boolean;
  /** Moves to a position, if one is given; returns the previous one. The payload begins at 8. */
  position(newPosition?: number): number;
  /** Reads a byte as 0 to 255. */
  read(position?: number): number;
  readBoolean(position?: number): boolean;
  readBooleanArray(position?: number): boolean[] | null;
  /** Reads a byte as 0 to 255. */
  readByte(position?: number): number;
  /** Reads an array of bytes; the Buffer is a copy. */
  readByteArray(position?: number): Buffer | null;
  /** Reads one UTF-16 code unit. */
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
  /** Reads a value that {@link DataOutput.writeObject} wrote. */
  readObject(): unknown;
  readShort(position?: number): number;
  readShortArray(position?: number): number[] | null;
  /** Reads a byte as 0 to 255. */
  readUnsignedByte(position?: number): number;
  /** Reads an int16 as 0 to 65535. */
  readUnsignedShort(position?: number): number;
  /** @deprecated the official client's old name of {@link readString} */
  readUTF(position?: number): string | null;
  /** @deprecated the official client's old name of {@link readStringArray} */
  readUTFArray(position?: number): string[] | null;
  readString(position?: number): string | null;
  /** Reads an array of strings. Its elements may be null, although the official type says otherwise. */
  readStringArray(position?: number): string[] | null;
  /** Moves back to position 0, the value's header. */
  reset(): void;
  skipBytes(count: number): void;
  /** Returns the number of bytes left. */
  available(): number;
}
