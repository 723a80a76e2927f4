import {
  CORRELATION_ID_OFFSET,
  FLAG_BACKUP_AWARE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  TYPE_OFFSET,
} from '@offloop/wire/protocol';

/** Offsets from the start of a wire message. */
const MESSAGE_TYPE_OFFSET = FRAME_HEADER_SIZE + TYPE_OFFSET;
const MESSAGE_CORRELATION_OFFSET = FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET;
const MESSAGE_PARTITION_OFFSET = FRAME_HEADER_SIZE + PARTITION_ID_OFFSET;
/** The upper byte of the flags, and the bit in it. */
const BACKUP_AWARE_BYTE_OFFSET = FRAME_FLAGS_OFFSET + 1;
const BACKUP_AWARE_BIT = FLAG_BACKUP_AWARE >> 8;

/** The partition that the request at `bytes[at]` is for; −1 for none. */
export function partitionOf(bytes: Buffer, at: number): number {
  return bytes.readInt32LE(at + MESSAGE_PARTITION_OFFSET);
}

/** The type that the response to the request at `bytes[at]` has, unless it is an exception. */
export function responseTypeOf(bytes: Buffer, at: number): number {
  return bytes.readInt32LE(at + MESSAGE_TYPE_OFFSET) + 1;
}

/**
 * Writes into the request at `bytes[at]` what is different at each attempt.
 *
 * @param low, high the halves of the correlation id.
 * @param isBackupAware whether members shall acknowledge backups to us.
 */
export function patchRequest(
  bytes: Buffer,
  at: number,
  low: number,
  high: number,
  isBackupAware: boolean,
): void {
  const flags = at + BACKUP_AWARE_BYTE_OFFSET;
  bytes[flags] = isBackupAware ? bytes[flags] | BACKUP_AWARE_BIT : bytes[flags] & ~BACKUP_AWARE_BIT;
  bytes.writeInt32LE(low, at + MESSAGE_CORRELATION_OFFSET);
  bytes.writeInt32LE(high, at + MESSAGE_CORRELATION_OFFSET + 4);
}
