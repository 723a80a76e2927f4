import type { CompletionWriter } from '@offloop/runtime/thread';
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
import { CompletionKind } from './completion-kind.js';
import { isWholeText, payloadInt32, TEXT_OFFSET } from './data-text.js';
import type { JsonPacker } from './json-packer.js';

/** What a response holds. A small number, found by a look-up in a table that is derived from the message table. */
const Shape = { FRAMES: 0, VOID: 1, BOOLEAN: 2, INT: 3, LONG: 4, DATA: 5 } as const;

/** Message types are `service << 16 | method << 8 | direction`; without the direction they index a small table. */
const SHAPES: Uint8Array = new Uint8Array(0x4000);
for (const service of Object.values(messages)) {
  for (const spec of Object.values(service)) SHAPES[shapeIndex(spec.id)] = Shape[responseShape(spec)];
}

function shapeIndex(messageType: number): number {
  return (messageType >> 8) & 0x3fff;
}

/**
 * Whether a response of the one type can be read as one of the other. They need not be the same: a member of 5.4 answers
 * `countDownLatch.getCount` with the type of `getRound`.
 */
export function isOfSameShape(messageType: number, other: number): boolean {
  return messageType === other || SHAPES[shapeIndex(messageType)] === SHAPES[shapeIndex(other)];
}

/**
 * Turns the response in `bytes[start, end)` into the completion that its caller can finish in one step. The message scanner
 * has checked that the frames are whole, but not what they hold. Anything unexpected goes to the caller as it is (`FRAMES`,
 * `DATA`), where the decoder says what is wrong with it.
 *
 * @param packer of JSON values; undefined: they stay text.
 * @param littleEndian the byte order of payloads.
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
  littleEndian: boolean,
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
      // More than one frame: the message of a newer member. Only the message table's decoder can skip what was added.
      if ((flags & FLAG_FINAL) === 0) break;
      return completeData(to, slot, generation, bytes, second + FRAME_HEADER_SIZE, end, packer, littleEndian);
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
  littleEndian: boolean,
): void {
  const payload = start + DATA_PAYLOAD_OFFSET;
  const length = end - payload;
  if (length >= 0) {
    switch (bytes.readInt32BE(start + DATA_TYPE_OFFSET)) {
      case TypeId.STRING:
        if (!isWholeText(bytes, payload, end, littleEndian)) break;
        return to.text(slot, generation, bytes, start + TEXT_OFFSET, end);
      case TypeId.JSON:
        if (!isWholeText(bytes, payload, end, littleEndian)) break;
        return completeJson(to, slot, generation, bytes, start + TEXT_OFFSET, end, packer);
      case TypeId.BYTE_ARRAY:
        if (!isWholeText(bytes, payload, end, littleEndian)) break;
        return to.body(CompletionKind.BYTES, slot, generation, bytes, start + TEXT_OFFSET, end);
      case TypeId.BOOLEAN:
        if (length !== 1) break;
        return to.bare(bytes[payload] === 0 ? CompletionKind.FALSE : CompletionKind.TRUE, slot, generation);
      case TypeId.DOUBLE:
        if (length !== 8) break;
        return completeHalves(to, CompletionKind.FLOAT64, slot, generation, bytes, payload, littleEndian);
      case TypeId.LONG:
        if (length !== 8) break;
        return completeHalves(to, CompletionKind.INT64, slot, generation, bytes, payload, littleEndian);
      case TypeId.INT:
        if (length !== 4) break;
        return to.scalar(
          CompletionKind.INT32,
          slot,
          generation,
          payloadInt32(bytes, payload, littleEndian),
          0,
        );
      case TypeId.NULL:
        return to.bare(CompletionKind.NULL, slot, generation);
      default:
        break;
    }
  }
  to.body(CompletionKind.DATA, slot, generation, bytes, start, end);
}

/** The same for eight bytes of a number. */
function completeHalves(
  to: CompletionWriter,
  kind: number,
  slot: number,
  generation: number,
  bytes: Buffer,
  payload: number,
  littleEndian: boolean,
): void {
  const low = littleEndian ? bytes.readInt32LE(payload) : bytes.readInt32BE(payload + 4);
  const high = littleEndian ? bytes.readInt32LE(payload + 4) : bytes.readInt32BE(payload);
  to.scalar(kind, slot, generation, low, high);
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
  else to.body(CompletionKind.PACKED, slot, generation, record, 0, record.length);
}
