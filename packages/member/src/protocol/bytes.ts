// Up to about this size a loop is faster than a call into native code and the view it needs.
const LOOP_BYTES = 64;

/** Copies `source[start, end)` to `target` at `at`; returns the offset behind the copy. The target must have room. */
export function copyBytes(source: Buffer, start: number, end: number, target: Buffer, at: number): number {
  const length = end - start;
  if (length > LOOP_BYTES) {
    source.copy(target, at, start, end);
  } else {
    for (let i = 0; i < length; i += 1) target[at + i] = source[start + i];
  }
  return at + length;
}

/** Writes a little-endian int32. The target must have room. */
export function putInt32(target: Buffer, at: number, value: number): void {
  target[at] = value;
  target[at + 1] = value >>> 8;
  target[at + 2] = value >>> 16;
  target[at + 3] = value >>> 24;
}

/** Reads a little-endian int32 that lies inside `bytes`. */
export function getInt32(bytes: Buffer, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}
