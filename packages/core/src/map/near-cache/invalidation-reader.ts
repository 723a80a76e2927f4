import { decodeLatin1 } from '@offloop/runtime/bytes';
import {
  ALL_KEYS,
  CHANGE_HEADER,
  INVALIDATION_HEADER,
  InvalidationKind,
  NUMBERED_LENGTH,
} from '@offloop/contract/invalidation';
import type { UuidHalves } from '@offloop/values';

/** Handles the records that a worker makes of members' messages to a near cache. */
export interface InvalidationHandler {
  /**
   * The entry of a key was changed.
   *
   * @param hash hash of the key, which decides its partition. @param isOwn true if a call of this client has changed it.
   */
  onChanged(
    identity: string,
    hash: number,
    isOwn: boolean,
    partitionUuid: UuidHalves,
    sequence: bigint,
  ): void;
  /** All entries may have been changed. */
  onAllChanged(partitionUuid: UuidHalves, sequence: bigint): void;
  /** A member has sent invalidations up to this number for a partition. */
  onNumbered(partition: number, partitionUuid: UuidHalves, sequence: bigint): void;
  /** Entries were changed, and it is not known which. */
  onUnreadable(): void;
}

/** Reads one record, and calls the handler for each change or partition in it. */
export function readInvalidations(
  bytes: Buffer,
  start: number,
  end: number,
  handler: InvalidationHandler,
): void {
  // A DataView, for its 64-bit numbers: a Buffer's own methods take several times as long.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = view.getInt32(start, true);
  const first = start + INVALIDATION_HEADER;
  if (kind === InvalidationKind.CHANGED) readChanges(bytes, view, first, end, handler);
  else if (kind === InvalidationKind.NUMBERED) readNumbers(view, first, end, handler);
  else handler.onUnreadable();
}

function readChanges(
  bytes: Buffer,
  view: DataView,
  start: number,
  end: number,
  handler: InvalidationHandler,
): void {
  for (let at = start; at < end;) {
    const length = view.getInt32(at, true);
    const hash = view.getInt32(at + 4, true);
    const isOwn = view.getInt32(at + 8, true) === 1;
    const uuid = uuidAt(view, at + 12);
    const sequence = view.getBigInt64(at + 28, true);
    at += CHANGE_HEADER;
    if (length === ALL_KEYS) {
      handler.onAllChanged(uuid, sequence);
    } else {
      handler.onChanged(decodeLatin1(bytes, at, at + length), hash, isOwn, uuid, sequence);
      at += length;
    }
  }
}

function readNumbers(view: DataView, start: number, end: number, handler: InvalidationHandler): void {
  for (let at = start; at < end; at += NUMBERED_LENGTH) {
    handler.onNumbered(view.getInt32(at, true), uuidAt(view, at + 4), view.getBigInt64(at + 20, true));
  }
}

function uuidAt(view: DataView, at: number): UuidHalves {
  return { msb: view.getBigInt64(at, true), lsb: view.getBigInt64(at + 8, true) };
}
