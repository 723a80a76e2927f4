import {
  FLAG_BACKUP_AWARE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  messages,
  messageType,
  REQUEST_FIXED_FIELDS_OFFSET,
  setCorrelationId,
} from '@offloop/wire';

/** Where `cursorBufferSize` lies: the first of the fixed fields, or behind the time limit of a statement. */
const FETCH_ROWS_OFFSET = FRAME_HEADER_SIZE + REQUEST_FIXED_FIELDS_OFFSET;
const EXECUTE_ROWS_OFFSET = FETCH_ROWS_OFFSET + 8;
/** The upper byte of the flags, and the bit in it. */
const BACKUP_AWARE_BYTE_OFFSET = FRAME_FLAGS_OFFSET + 1;
const BACKUP_AWARE_BIT = FLAG_BACKUP_AWARE >> 8;

/** Returns the message type of the response to the request at `bytes[at]`, unless that is an exception. */
export function responseTypeOf(bytes: Buffer, at: number): number {
  return messageType(bytes, at) + 1;
}

/** Returns how many rows the SQL request at `bytes[at]` asks for at most. */
export function rowsAskedFor(bytes: Buffer, at: number): number {
  const isExecute = messageType(bytes, at) === messages.sql.execute.id;
  return bytes.readInt32LE(at + (isExecute ? EXECUTE_ROWS_OFFSET : FETCH_ROWS_OFFSET));
}

/**
 * Writes the fields that are different at each attempt into the request at `bytes[at]`.
 *
 * @param low, high the halves of the correlation id.
 * @param isBackupAware true if members have to acknowledge backups to this client.
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
  setCorrelationId(bytes, at, low, high);
}

/*
 * The protocol's 64-bit correlation id is the address of a pending call, so that no thread keeps a map: the low word is the
 * slot, the high word `generation << 8 | attempt`. Generations stay below 2²³, so the high word is never negative and the id
 * never −1, which the protocol reserves. Low words from `SLOT_LIMIT` on are the agent's own calls (authentication,
 * heartbeats, listeners).
 */

/** The highest number of an attempt that a correlation id can hold. */
export const MAX_ATTEMPT = 255;

export function correlationHigh(generation: number, attempt: number): number {
  return (generation << 8) | attempt;
}

export function generationOf(correlationHighWord: number): number {
  return correlationHighWord >>> 8;
}

export function attemptOf(correlationHighWord: number): number {
  return correlationHighWord & 0xff;
}
