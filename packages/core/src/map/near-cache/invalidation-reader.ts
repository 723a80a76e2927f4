import { decodeLatin1 } from '@offloop/runtime';
import {
  ALL_KEYS,
  CHANGE_HEADER,
  INVALIDATION_HEADER,
  InvalidationKind,
  NUMBERED_LENGTH,
} from '@offloop/workers';
import type { UuidHalves } from '../../values/uuid.js';

/** Where the records go that a worker made of what members told a near cache. */
export interface InvalidationHandler {
  /** The entry of a key was changed. @param hash of the key: says its partition. */
  onChanged(identity: string, hash: number, partitionUuid: UuidHalves, sequence: bigint): void;
  /** All entries may have been changed. */
  onAllChanged(partitionUuid: UuidHalves, sequence: bigint): void;
  /** A member has told of so many changes in a partition. */
  onNumbered(partition: number, partitionUuid: UuidHalves, sequence: bigint): void;
  /** Entries were changed, and nobody knows which. */
  onUnreadable(): void;
}

/** Reads one record. */
export function readInvalidations(
  bytes: Buffer,
  start: number,
  end: number,
  handler: InvalidationHandler,
): void {
  const kind = bytes.readInt32LE(start);
  const first = start + INVALIDATION_HEADER;
  if (kind === InvalidationKind.CHANGED) readChanges(bytes, first, end, handler);
  else if (kind === InvalidationKind.NUMBERED) readNumbers(bytes, first, end, handler);
  else handler.onUnreadable();
}

function readChanges(bytes: Buffer, start: number, end: number, handler: InvalidationHandler): void {
  for (let at = start; at < end;) {
    const length = bytes.readInt32LE(at);
    const hash = bytes.readInt32LE(at + 4);
    const uuid = uuidAt(bytes, at + 8);
    const sequence = bytes.readBigInt64LE(at + 24);
    at += CHANGE_HEADER;
    if (length === ALL_KEYS) {
      handler.onAllChanged(uuid, sequence);
    } else {
      handler.onChanged(decodeLatin1(bytes, at, at + length), hash, uuid, sequence);
      at += length;
    }
  }
}

function readNumbers(bytes: Buffer, start: number, end: number, handler: InvalidationHandler): void {
  for (let at = start; at < end; at += NUMBERED_LENGTH) {
    handler.onNumbered(bytes.readInt32LE(at), uuidAt(bytes, at + 4), bytes.readBigInt64LE(at + 20));
  }
}

function uuidAt(bytes: Buffer, at: number): UuidHalves {
  return { msb: bytes.readBigInt64LE(at), lsb: bytes.readBigInt64LE(at + 8) };
}
