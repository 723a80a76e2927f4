import { copyBytes } from './copy-bytes.js';

/**
 * Copies `bytes[start, end)` to a Buffer that fills its `ArrayBuffer`, so that this can be transferred to another thread.
 *
 * Its memory is not zeroed first, as that of a new `ArrayBuffer` is. For copying and sending 40 to 200 KB this saves 5 to 30 %.
 */
export function ownCopy(bytes: Buffer, start: number, end: number): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(end - start);
  copyBytes(bytes, start, end, copy, 0);
  return copy;
}
