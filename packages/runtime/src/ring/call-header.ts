import {
  REQUEST_FLAGS_OFFSET,
  REQUEST_GENERATION_OFFSET,
  REQUEST_LENGTH_OFFSET,
  REQUEST_SLOT_OFFSET,
  REQUEST_TARGET_OFFSET,
  REQUEST_TIMEOUT_OFFSET,
} from './records.js';

/**
 * The header of a request: everything but its message. Each side has one object for all calls, so that a call costs no allocation:
 * read what you need at once, and do not keep the object.
 */
export class CallHeader {
  /** Index of the call's promise on the caller's side. Slot and generation together identify the call. */
  slot = 0;
  generation = 0;
  /** Bits of the protocol, and `REPEATABLE_FLAG`. */
  flags = 0;
  /** Milliseconds until the caller gives the call up; 0: it has no time limit of its own. */
  timeoutMillis = 0;
  /** An int32 that the caller's half of the protocol has set, such as where the call goes, or what it belongs to. */
  target = 0;
  /** Bytes of the message. */
  length = 0;
}

/** Reads the header of the record at `offset` bytes. */
export function readCallHeader(header: CallHeader, words: Int32Array, offset: number): void {
  const at = offset >> 2;
  header.slot = words[at + (REQUEST_SLOT_OFFSET >> 2)];
  header.generation = words[at + (REQUEST_GENERATION_OFFSET >> 2)];
  header.flags = words[at + (REQUEST_FLAGS_OFFSET >> 2)];
  header.timeoutMillis = words[at + (REQUEST_TIMEOUT_OFFSET >> 2)];
  header.target = words[at + (REQUEST_TARGET_OFFSET >> 2)];
  header.length = words[at + (REQUEST_LENGTH_OFFSET >> 2)];
}

/** Writes the header of the record at `offset` bytes. */
export function writeCallHeader(header: Readonly<CallHeader>, words: Int32Array, offset: number): void {
  const at = offset >> 2;
  words[at + (REQUEST_SLOT_OFFSET >> 2)] = header.slot;
  words[at + (REQUEST_GENERATION_OFFSET >> 2)] = header.generation;
  words[at + (REQUEST_FLAGS_OFFSET >> 2)] = header.flags;
  words[at + (REQUEST_TIMEOUT_OFFSET >> 2)] = header.timeoutMillis;
  words[at + (REQUEST_TARGET_OFFSET >> 2)] = header.target;
  words[at + (REQUEST_LENGTH_OFFSET >> 2)] = header.length;
}

/** Writes the header to a record that is not in a ring, and may lie at any address. */
export function writeQueuedHeader(header: Readonly<CallHeader>, record: Buffer): void {
  record.writeInt32LE(header.slot, REQUEST_SLOT_OFFSET);
  record.writeInt32LE(header.generation, REQUEST_GENERATION_OFFSET);
  record.writeInt32LE(header.flags, REQUEST_FLAGS_OFFSET);
  record.writeInt32LE(header.timeoutMillis, REQUEST_TIMEOUT_OFFSET);
  record.writeInt32LE(header.target, REQUEST_TARGET_OFFSET);
  record.writeInt32LE(header.length, REQUEST_LENGTH_OFFSET);
}
