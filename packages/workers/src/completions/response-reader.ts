import type { CompletionWriter } from '@offloop/runtime/thread';
import {
  FLAG_FINAL,
  FLAG_NULL,
  FRAME_HEADER_SIZE,
  messageFlags,
  messages,
  readInt32,
  RESPONSE_FIXED_FIELDS_OFFSET,
  responseShape,
} from '@offloop/wire';
import { CompletionKind, DATA_BODY_OFFSETS } from '@offloop/contract';
import { dataKind, payloadInt32 } from './data-kind.js';
import type { JsonTapes } from './tape/json-tapes.js';

/** The shapes of a response's content. They are small numbers, looked up in a table that is derived from the message table. */
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
 * Returns true if a response of one message type can be read as one of another. They need not be the same: a member of 5.4 answers
 * `countDownLatch.getCount` with the type of `getRound`.
 */
export function isOfSameShape(messageType: number, other: number): boolean {
  return messageType === other || SHAPES[shapeIndex(messageType)] === SHAPES[shapeIndex(other)];
}

/**
 * Turns responses into completions that their callers can finish in one step. The message scanner has checked that the frames
 * are whole, but not what they hold. Anything unexpected goes to the caller as it is (`FRAMES`, `DATA`), where the decoder
 * says what is wrong with it.
 */
export class ResponseReader {
  readonly #to: CompletionWriter;
  readonly #tapes: JsonTapes | undefined;
  readonly #littleEndian: boolean;

  /**
   * @param tapes makes tapes of JSON values; undefined: they stay text.
   * @param littleEndian the byte order of payloads.
   */
  constructor(to: CompletionWriter, tapes: JsonTapes | undefined, littleEndian: boolean) {
    this.#to = to;
    this.#tapes = tapes;
    this.#littleEndian = littleEndian;
  }

  /** Writes the one completion for the response in `bytes[start, end)`. */
  complete(
    slot: number,
    generation: number,
    messageType: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const to = this.#to;
    const firstLength = readInt32(bytes, start);
    const fixed = start + FRAME_HEADER_SIZE + RESPONSE_FIXED_FIELDS_OFFSET;
    const fixedLength = start + firstLength - fixed;
    const second = start + firstLength;
    switch (SHAPES[shapeIndex(messageType)]) {
      case Shape.VOID:
        return to.empty(CompletionKind.VOID, slot, generation);
      case Shape.BOOLEAN:
        if (fixedLength < 1) break;
        return to.empty(bytes[fixed] === 0 ? CompletionKind.FALSE : CompletionKind.TRUE, slot, generation);
      case Shape.INT:
        if (fixedLength < 4) break;
        return to.scalar(CompletionKind.INT32, slot, generation, bytes.readInt32LE(fixed), 0);
      case Shape.LONG: {
        if (fixedLength < 8) break;
        const high = bytes.readInt32LE(fixed + 4);
        return to.scalar(CompletionKind.INT64, slot, generation, bytes.readInt32LE(fixed), high);
      }
      case Shape.DATA: {
        if (second + FRAME_HEADER_SIZE > end) break;
        const flags = messageFlags(bytes, second);
        if ((flags & FLAG_NULL) !== 0) return to.empty(CompletionKind.NULL, slot, generation);
        // More than one frame: the message of a newer member. Only the message table's decoder can skip what was added.
        if ((flags & FLAG_FINAL) === 0) break;
        return this.#completeData(slot, generation, bytes, second + FRAME_HEADER_SIZE, end);
      }
      default:
        break;
    }
    to.body(CompletionKind.FRAMES, slot, generation, bytes, start, end);
  }

  /** Completes with the value serialized in `bytes[start, end)`. */
  #completeData(slot: number, generation: number, bytes: Buffer, start: number, end: number): void {
    const to = this.#to;
    const littleEndian = this.#littleEndian;
    const kind = dataKind(bytes, start, end, littleEndian);
    const body = start + DATA_BODY_OFFSETS[kind];
    switch (kind) {
      case CompletionKind.NULL:
      case CompletionKind.TRUE:
      case CompletionKind.FALSE:
        return to.empty(kind, slot, generation);
      case CompletionKind.INT32:
        return to.scalar(kind, slot, generation, payloadInt32(bytes, body, littleEndian), 0);
      case CompletionKind.INT64:
      case CompletionKind.FLOAT64: {
        const first = payloadInt32(bytes, body, littleEndian);
        const second = payloadInt32(bytes, body + 4, littleEndian);
        if (littleEndian) return to.scalar(kind, slot, generation, first, second);
        return to.scalar(kind, slot, generation, second, first);
      }
      case CompletionKind.JSON: {
        const record = this.#tapes?.record(bytes, body, end);
        if (record === undefined) break;
        return to.body(CompletionKind.TAPE, slot, generation, record, 0, record.length);
      }
      default:
        break;
    }
    to.body(kind, slot, generation, bytes, body, end);
  }
}
