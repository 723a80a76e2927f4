import { murmur3 } from './murmur3.js';
import { ProtocolError } from './frames/protocol-error.js';

/*
 * `Data`, a serialized value as it travels and as members store it. Its integers are big-endian, unlike the frames'.
 *
 *    0                      4               8
 *   +----------------------+---------------+-------------+
 *   | partition hash int32 | type id int32 | payload ... |     hash 0 = none stored: computed from the payload
 *   +----------------------+---------------+-------------+
 */
export const DATA_TYPE_OFFSET = 4;
export const DATA_PAYLOAD_OFFSET = 8;
/** Bytes of the length that stands before a text. */
const TEXT_LENGTH = 4;

/** Type ids of the serializers every Hazelcast platform shares. Ids of 1 and above belong to custom serializers. */
export const TypeId = {
  NULL: 0,
  PORTABLE: -1,
  IDENTIFIED_DATA_SERIALIZABLE: -2,
  BYTE: -3,
  BOOLEAN: -4,
  CHAR: -5,
  SHORT: -6,
  INT: -7,
  LONG: -8,
  FLOAT: -9,
  DOUBLE: -10,
  STRING: -11,
  BYTE_ARRAY: -12,
  BOOLEAN_ARRAY: -13,
  CHAR_ARRAY: -14,
  SHORT_ARRAY: -15,
  INT_ARRAY: -16,
  LONG_ARRAY: -17,
  FLOAT_ARRAY: -18,
  DOUBLE_ARRAY: -19,
  STRING_ARRAY: -20,
  UUID: -21,
  JAVA_CLASS: -24,
  DATE: -25,
  BIG_INTEGER: -26,
  BIG_DECIMAL: -27,
  JAVA_ARRAY: -28,
  ARRAY_LIST: -29,
  LINKED_LIST: -30,
  LOCAL_DATE: -51,
  LOCAL_TIME: -52,
  LOCAL_DATE_TIME: -53,
  OFFSET_DATE_TIME: -54,
  COMPACT: -55,
  JSON: -130,
} as const;
export type TypeId = (typeof TypeId)[keyof typeof TypeId];

/**
 * Returns the hash that decides the partition of the `Data` in `bytes[start, end)`: the stored one, else murmur3 of the payload.
 *
 * Throws {@link ProtocolError} when there is no room for the 8-byte header.
 */
export function dataHash(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < DATA_PAYLOAD_OFFSET || start < 0 || end > bytes.length) {
    throw new ProtocolError('Data is shorter than its header', { start, end, available: bytes.length });
  }
  const stored = (bytes[start] << 24) | (bytes[start + 1] << 16) | (bytes[start + 2] << 8) | bytes[start + 3];
  return stored !== 0 ? stored : murmur3(bytes, start + DATA_PAYLOAD_OFFSET, end);
}

/** Returns the hash that a text has as `Data`. The hash of a distributed object's name decides the object's partition. */
export function textHash(text: string): number {
  const bytes = Buffer.from(text);
  const payload = Buffer.alloc(TEXT_LENGTH + bytes.length);
  payload.writeInt32BE(bytes.length);
  bytes.copy(payload, TEXT_LENGTH);
  return murmur3(payload, 0, payload.length);
}

/**
 * Returns the partition that a hash belongs to, by the member's rule: |hash| mod count, and 0 for −2³¹, whose absolute value does
 * not fit an int32. (The official Node.js client sends such keys to another member than the one that owns them.)
 */
export function partitionIdOf(hash: number, count: number): number {
  return hash === -0x80000000 ? 0 : Math.abs(hash) % count;
}
