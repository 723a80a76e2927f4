import { DATA_PAYLOAD_OFFSET } from '@offloop/wire/protocol';

/** From the start of a `Data` that holds text or bytes to the first of them: the header and an int32 length come before. */
export const TEXT_OFFSET: number = DATA_PAYLOAD_OFFSET + 4;

/** Whether the int32 length at `payload` is that of the bytes after it, up to `end` (−1, a null array, is not). */
export function isWholeText(bytes: Buffer, payload: number, end: number): boolean {
  return end - payload >= 4 && bytes.readInt32BE(payload) === end - payload - 4;
}
