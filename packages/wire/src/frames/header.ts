import {
  CORRELATION_ID_OFFSET,
  FLAG_EVENT,
  FLAG_UNFRAGMENTED,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  RESPONSE_BACKUP_ACKS_OFFSET,
  TYPE_OFFSET,
} from './frame.js';

/*
 * The header of the message that starts at `start`. A message the scanner has returned is long enough for these
 * unchecked reads; only requests and events have a partition id, only responses have backup acks.
 */

export function messageFlags(bytes: Uint8Array, start: number): number {
  return bytes[start + FRAME_FLAGS_OFFSET] | (bytes[start + FRAME_FLAGS_OFFSET + 1] << 8);
}

/** Returns true for a fragment. Its header is a fragmentation id only, so it must be assembled before anything else is read. */
export function isFragment(bytes: Uint8Array, start: number): boolean {
  return (messageFlags(bytes, start) & FLAG_UNFRAGMENTED) !== FLAG_UNFRAGMENTED;
}

export function isEvent(bytes: Uint8Array, start: number): boolean {
  return (messageFlags(bytes, start) & FLAG_EVENT) !== 0;
}

export function messageType(bytes: Uint8Array, start: number): number {
  return readInt32(bytes, start + FRAME_HEADER_SIZE + TYPE_OFFSET);
}

export function correlationLow(bytes: Uint8Array, start: number): number {
  return readInt32(bytes, start + FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET);
}

export function correlationHigh(bytes: Uint8Array, start: number): number {
  return readInt32(bytes, start + FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET + 4);
}

export function setCorrelationId(bytes: Uint8Array, start: number, low: number, high: number): void {
  const at = start + FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET;
  writeInt32(bytes, at, low);
  writeInt32(bytes, at + 4, high);
}

/** Returns the partition id of a request or an event. */
export function messagePartitionId(bytes: Uint8Array, start: number): number {
  return readInt32(bytes, start + FRAME_HEADER_SIZE + PARTITION_ID_OFFSET);
}

export function setPartitionId(bytes: Uint8Array, start: number, partitionId: number): void {
  writeInt32(bytes, start + FRAME_HEADER_SIZE + PARTITION_ID_OFFSET, partitionId);
}

/** Returns the number of backup acks that a response announces. */
export function backupAcks(bytes: Uint8Array, start: number): number {
  return bytes[start + FRAME_HEADER_SIZE + RESPONSE_BACKUP_ACKS_OFFSET];
}

/** Reads an int32, unchecked and without the validation of `Buffer.readInt32LE`, which costs more than all else in a cold process. */
export function readInt32(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

function writeInt32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}
