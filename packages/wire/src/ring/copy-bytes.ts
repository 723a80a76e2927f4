/** Bytes up to which a loop beats any call: 64 bytes take 26-48 ns, against 65-96 ns of `fill`. */
const LOOP_LENGTH = 64;

/**
 * Copies `from[start, end)` to `to[offset, …)`; either may be shared memory, they must not overlap.
 *
 * `fill` with bytes as long as its range is a native copy. `set` and `copy` are not, where memory is shared and the offset
 * is not a multiple of eight: 1 KB takes them 330 ns and 100 KB 32-58 µs, against 80 ns and 2.3 µs (Node 20 and 24).
 */
export function copyBytes(from: Buffer, start: number, end: number, to: Buffer, offset: number): void {
  const length = end - start;
  if (length <= LOOP_LENGTH) {
    for (let i = 0; i < length; i++) to[offset + i] = from[start + i];
  } else {
    to.fill(from.subarray(start, end), offset, offset + length);
  }
}
