import { DATA_PAYLOAD_OFFSET } from '@offloop/wire/protocol';

/** From the start of a `Data` that holds text or bytes to the first of them: the header and an int32 length come before. */
export const TEXT_OFFSET: number = DATA_PAYLOAD_OFFSET + 4;

/** Whether the int32 length at `payload` is that of the bytes after it, up to `end` (−1, a null array, is not). */
export function isWholeText(bytes: Buffer, payload: number, end: number, littleEndian: boolean): boolean {
  return end - payload >= 4 && payloadInt32(bytes, payload, littleEndian) === end - payload - 4;
}

/** An int32 of a payload, whose byte order is a setting of the cluster; that of the header before it is not. */
export function payloadInt32(bytes: Buffer, at: number, littleEndian: boolean): number {
  return littleEndian ? bytes.readInt32LE(at) : bytes.readInt32BE(at);
}
