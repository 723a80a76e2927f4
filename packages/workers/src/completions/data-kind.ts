import { isAsciiText } from '@offloop/runtime/bytes';
import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, readInt32, TypeId } from '@offloop/wire';
import { CompletionKind, DATA_BODY_OFFSETS } from '@offloop/contract';

/** Offset of the text or bytes from the start of a `Data`. */
const TEXT_OFFSET: number = DATA_BODY_OFFSETS[CompletionKind.ASCII];

/**
 * Chooses the kind of completion from which a caller can make the value serialized in `bytes[start, end)` in one step, for single
 * values and for the elements of lists. Bytes that do not fit their type id are `DATA`: the caller's decoder finds out what is wrong.
 *
 * @param littleEndian the byte order of payloads.
 * @returns a `CompletionKind`.
 */
export function dataKind(bytes: Buffer, start: number, end: number, littleEndian: boolean): number {
  const payload = start + DATA_PAYLOAD_OFFSET;
  const length = end - payload;
  if (length < 0) return CompletionKind.DATA;
  switch (readInt32BE(bytes, start + DATA_TYPE_OFFSET)) {
    case TypeId.STRING:
      if (!isWholeText(bytes, payload, end, littleEndian)) break;
      return isAsciiText(bytes, start + TEXT_OFFSET, end) ? CompletionKind.ASCII : CompletionKind.UTF8;
    case TypeId.JSON:
      if (!isWholeText(bytes, payload, end, littleEndian)) break;
      return CompletionKind.JSON;
    case TypeId.BYTE_ARRAY:
      if (!isWholeText(bytes, payload, end, littleEndian)) break;
      return CompletionKind.BYTES;
    case TypeId.BOOLEAN:
      if (length !== 1) break;
      return bytes[payload] === 0 ? CompletionKind.FALSE : CompletionKind.TRUE;
    case TypeId.DOUBLE:
      if (length !== 8) break;
      return CompletionKind.FLOAT64;
    case TypeId.LONG:
      if (length !== 8) break;
      return CompletionKind.INT64;
    case TypeId.INT:
      if (length !== 4) break;
      return CompletionKind.INT32;
    case TypeId.NULL:
      return CompletionKind.NULL;
    default:
      break;
  }
  return CompletionKind.DATA;
}

/** Returns true if the int32 length at `payload` is that of the bytes after it, up to `end`; false for −1, a null array. */
function isWholeText(bytes: Buffer, payload: number, end: number, littleEndian: boolean): boolean {
  return end - payload >= 4 && payloadInt32(bytes, payload, littleEndian) === end - payload - 4;
}

/** Reads an int32 of a payload. Its byte order is a setting of the cluster; that of the header before it is fixed. */
export function payloadInt32(bytes: Buffer, at: number, littleEndian: boolean): number {
  return littleEndian ? readInt32(bytes, at) : readInt32BE(bytes, at);
}

function readInt32BE(bytes: Buffer, at: number): number {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}
