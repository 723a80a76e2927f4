import { TypeId } from '@offloop/wire/protocol';

const HEADER = 8;
const LENGTH = 4;
/** In a value: the call that wrote it, its key, then filler. */
const WRITER_OFFSET = 0;
const KEY_OFFSET = 4;
export const LEAST_VALUE = 8;

export function encodeKey(key: number): Buffer {
  const data = Buffer.alloc(HEADER + 4);
  data.writeInt32BE(TypeId.INT, 4);
  data.writeInt32BE(key, HEADER);
  return data;
}

export function decodeKey(data: Buffer): number {
  return data.readInt32BE(HEADER);
}

/** A value, an array of `length` bytes, that says who wrote it and under which key. */
export function encodeValue(writer: number, key: number, length: number): Buffer {
  const data = Buffer.alloc(HEADER + LENGTH + length, writer & 0xff);
  data.writeInt32BE(0, 0);
  data.writeInt32BE(TypeId.BYTE_ARRAY, 4);
  data.writeInt32BE(length, HEADER);
  data.writeInt32BE(writer, HEADER + LENGTH + WRITER_OFFSET);
  data.writeInt32BE(key, HEADER + LENGTH + KEY_OFFSET);
  return data;
}

/** What the bytes of a value say, as the caller got them; undefined if they are not all of one value. */
export function readValue(bytes: Buffer): { readonly writer: number; readonly key: number } | undefined {
  if (bytes.length < LEAST_VALUE) return undefined;
  const writer = bytes.readInt32BE(WRITER_OFFSET);
  const filler = writer & 0xff;
  for (let i = LEAST_VALUE; i < bytes.length; i += 61) if (bytes[i] !== filler) return undefined;
  if (bytes.length > LEAST_VALUE && bytes.at(-1) !== filler) return undefined;
  return { writer, key: bytes.readInt32BE(KEY_OFFSET) };
}
