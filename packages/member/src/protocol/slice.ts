import { DATA_TYPE_OFFSET } from '@offloop/wire';

/** Part of a buffer: the bytes of `[start, end)`. */
export interface Slice {
  bytes: Buffer;
  start: number;
  end: number;
}

export function wholeOf(bytes: Buffer): Slice {
  return { bytes, start: 0, end: bytes.length };
}

/** Returns true if two `Data` have the same type and payload, whatever their partition hashes. */
export function sameData(stored: Buffer, other: Slice): boolean {
  if (stored.length !== other.end - other.start) return false;
  return stored.compare(other.bytes, other.start + DATA_TYPE_OFFSET, other.end, DATA_TYPE_OFFSET) === 0;
}
