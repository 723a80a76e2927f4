import {
  DATA_PAYLOAD_OFFSET,
  DATA_TYPE_OFFSET,
  FLAG_FINAL,
  FLAG_NULL,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  messages,
  RESPONSE_FIXED_FIELDS_OFFSET,
  responseShape,
  TypeId,
} from '@offloop/wire/protocol';
import { CompletionKind } from '@offloop/wire/ring';
import type { CompletionWriter } from './completion-writer.js';
import { isAsciiText } from './is-ascii.js';
import type { JsonPacker } from './json-packer.js';

/** What a response holds, as a small number for a table look-up; derived from the message table. */
const Shape = { FRAMES: 0, VOID: 1, BOOLEAN: 2, INT: 3, LONG: 4, DATA: 5 } as const;

/** Message types are `service << 16 | method << 8 | direction`: without the direction they index a small table. */
const SHAPES: Uint8Array = new Uint8Array(0x4000);
for (const service of Object.values(messages)) {
  for (const spec of Object.values(service)) SHAPES[shapeIndex(spec.id)] = Shape[responseShape(spec)];
}

function shapeIndex(messageType: number): number {
  return (messageType >> 8) & 0x3fff;
}

/** Bytes of a `Data` string before its text: header, then the text's length. */
const TEXT_OFFSET: number = DATA_PAYLOAD_OFFSET + 4;

/**
 * Turns the response in `bytes[start, end)` into the completion its caller can finish in one step. The message was walked
 * by the scanner, so its frames are whole; what lies inside them was not looked at, and anything odd goes to the caller as
 * it is (`FRAMES`, `DATA`), whose decoder names the trouble.
 *
 * @param packer of JSON values; undefined leaves them text.
 */
export function completeResponse(
  to: CompletionWriter,
  slot: number,
  generation: number,
  messageType: number,
  bytes: Buffer,
  start: number,
  end: number,
  packer: JsonPacker | undefined,
): void {
  const firstLength = bytes.readInt32LE(start);
  const fixed = start + FRAME_HEADER_SIZE + RESPONSE_FIXED_FIELDS_OFFSET;
  const fixedLength = start + firstLength - fixed;
  const second = start + firstLength;
  switch (SHAPES[shapeIndex(messageType)]) {
    case Shape.VOID:
      return to.bare(CompletionKind.VOID, slot, generation);
    case Shape.BOOLEAN:
      if (fixedLength < 1) break;
      return to.bare(bytes[fixed] === 0 ? CompletionKind.FALSE : CompletionKind.TRUE, slot, generation);
    case Shape.INT:
      if (fixedLength < 4) break;
      return to.scalar(CompletionKind.INT32, slot, generation, bytes.readInt32LE(fixed), 0);
    case Shape.LONG:
      if (fixedLength < 8) break;
      return to.scalar(
        CompletionKind.INT64,
        slot,
        generation,
        bytes.readInt32LE(fixed),
        bytes.readInt32LE(fixed + 4),
      );
    case Shape.DATA: {
      if (second + FRAME_HEADER_SIZE > end) break;
      const flags = bytes.readUInt16LE(second + FRAME_FLAGS_OFFSET);
      if ((flags & FLAG_NULL) !== 0) return to.bare(CompletionKind.NULL, slot, generation);
      // More frames than the one: a newer member's message, which only the table's decoder can skip through.
      if ((flags & FLAG_FINAL) === 0) break;
      return completeData(to, slot, generation, bytes, second + FRAME_HEADER_SIZE, end, packer);
    }
    default:
      break;
  }
  to.body(CompletionKind.FRAMES, slot, generation, bytes, start, end);
}

/** The same for one serialized value in `bytes[start, end)`. */
function completeData(
  to: CompletionWriter,
  slot: number,
  generation: number,
  bytes: Buffer,
  start: number,
  end: number,
  packer: JsonPacker | undefined,
): void {
  const payload = start + DATA_PAYLOAD_OFFSET;
  const length = end - payload;
  if (length >= 0) {
    switch (bytes.readInt32BE(start + DATA_TYPE_OFFSET)) {
      case TypeId.STRING:
        if (!isWholeText(bytes, payload, end)) break;
        return to.body(
          isAsciiText(bytes, start + TEXT_OFFSET, end) ? CompletionKind.ASCII : CompletionKind.UTF8,
          slot,
          generation,
          bytes,
          start + TEXT_OFFSET,
          end,
        );
      case TypeId.JSON:
        if (!isWholeText(bytes, payload, end)) break;
        return completeJson(to, slot, generation, bytes, start + TEXT_OFFSET, end, packer);
      case TypeId.BYTE_ARRAY:
        if (!isWholeText(bytes, payload, end)) break;
        return to.body(CompletionKind.BYTES, slot, generation, bytes, start + TEXT_OFFSET, end);
      case TypeId.BOOLEAN:
        if (length !== 1) break;
        return to.bare(bytes[payload] === 0 ? CompletionKind.FALSE : CompletionKind.TRUE, slot, generation);
      case TypeId.DOUBLE:
        if (length !== 8) break;
        return to.scalar(
          CompletionKind.FLOAT64,
          slot,
          generation,
          bytes.readInt32BE(payload + 4),
          bytes.readInt32BE(payload),
        );
      case TypeId.LONG:
        if (length !== 8) break;
        return to.scalar(
          CompletionKind.INT64,
          slot,
          generation,
          bytes.readInt32BE(payload + 4),
          bytes.readInt32BE(payload),
        );
      case TypeId.INT:
        if (length !== 4) break;
        return to.scalar(CompletionKind.INT32, slot, generation, bytes.readInt32BE(payload), 0);
      case TypeId.NULL:
        return to.bare(CompletionKind.NULL, slot, generation);
      default:
        break;
    }
  }
  to.body(CompletionKind.DATA, slot, generation, bytes, start, end);
}

/** The same for a JSON text in `bytes[start, end)`. */
function completeJson(
  to: CompletionWriter,
  slot: number,
  generation: number,
  bytes: Buffer,
  start: number,
  end: number,
  packer: JsonPacker | undefined,
): void {
  const record = packer?.pack(bytes, start, end);
  if (record === undefined) to.body(CompletionKind.JSON, slot, generation, bytes, start, end);
  else to.packed(slot, generation, record);
}

/** Whether the int32 length at `payload` says just the bytes up to `end` (−1, a null array, does not). */
function isWholeText(bytes: Buffer, payload: number, end: number): boolean {
  return end - payload >= 4 && bytes.readInt32BE(payload) === end - payload - 4;
}
