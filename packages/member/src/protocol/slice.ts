import { DATA_TYPE_OFFSET } from '@offloop/wire';

/** Part of a buffer: `[start, end)`. */
export interface Slice {
  bytes: Buffer;
  start: number;
  end: number;
}

export function wholeOf(bytes: Buffer): Slice {
  return { bytes, start: 0, end: bytes.length };
}

/** Whether two `Data` are the same value: equal type and payload, whatever hash they carry. */
export function sameData(stored: Buffer, other: Slice): boolean {
  if (stored.length !== other.end - other.start) return false;
  return stored.compare(other.bytes, other.start + DATA_TYPE_OFFSET, other.end, DATA_TYPE_OFFSET) === 0;
}
