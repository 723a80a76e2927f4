import {
  CORRELATION_ID_OFFSET,
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FLAG_NULL,
  FLAG_UNFRAGMENTED,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  RESPONSE_BACKUP_ACKS_OFFSET,
  RESPONSE_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
} from '@offloop/wire';

import { copyBytes, putInt32 } from './bytes.js';

const INITIAL_BYTES = 32 * 1024;
// Largest buffer to keep: one that a large response has made larger is replaced by a small one.
const KEPT_BYTES = 1024 * 1024;

/**
 * Bytes a connection has to send, in one growing buffer: the responses to all requests of one read leave in one write.
 *
 * Hot responses are written field by field, without an intermediate `Buffer`; `append` takes messages made by the encoders of the
 * message table.
 */
export class Outbox {
  bytes: Buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  /** Bytes in use. */
  length = 0;
  #messageStart = 0;
  #lastFrame = 0;

  /**
   * Begins a response and returns the offset of its `fixedSize` bytes of fixed fields, which the caller fills. The correlation id
   * is given as the two int32 halves of the request's.
   */
  begin(type: number, correlationLow: number, correlationHigh: number, fixedSize: number): number {
    this.#messageStart = this.length;
    const content = this.#frame(RESPONSE_FIXED_FIELDS_OFFSET + fixedSize, FLAG_UNFRAGMENTED);
    const bytes = this.bytes;
    putInt32(bytes, content + TYPE_OFFSET, type);
    putInt32(bytes, content + CORRELATION_ID_OFFSET, correlationLow);
    putInt32(bytes, content + CORRELATION_ID_OFFSET + 4, correlationHigh);
    bytes[content + RESPONSE_BACKUP_ACKS_OFFSET] = 0;
    return content + RESPONSE_FIXED_FIELDS_OFFSET;
  }

  dataFrame(data: Buffer): void {
    const at = this.#frame(data.length, 0);
    copyBytes(data, 0, data.length, this.bytes, at);
  }

  nullFrame(): void {
    this.#frame(0, FLAG_NULL);
  }

  beginList(): void {
    this.#frame(0, FLAG_BEGIN_STRUCT);
  }

  endList(): void {
    this.#frame(0, FLAG_END_STRUCT);
  }

  /** Ends the message begun last and returns the offset of its first byte. */
  finish(): number {
    this.bytes[this.#lastFrame + FRAME_FLAGS_OFFSET + 1] |= FLAG_FINAL >>> 8;
    return this.#messageStart;
  }

  /** Adds complete messages. */
  append(messages: Uint8Array): void {
    this.#reserve(messages.length);
    this.bytes.set(messages, this.length);
    this.length += messages.length;
  }

  /** Removes the bytes written from offset `mark` on and returns a copy of them. */
  cut(mark: number): Buffer {
    const taken = Buffer.from(this.bytes.subarray(mark, this.length));
    this.length = mark;
    return taken;
  }

  /** Empties the outbox. `free`: the socket does not need the bytes any more, so the buffer is used again. */
  reset(free: boolean): void {
    this.length = 0;
    if (!free || this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  }

  /** Appends a frame header and room for its content; returns the offset of the content. */
  #frame(contentSize: number, flags: number): number {
    const size = FRAME_HEADER_SIZE + contentSize;
    this.#reserve(size);
    const at = this.length;
    const bytes = this.bytes;
    putInt32(bytes, at, size);
    bytes[at + FRAME_FLAGS_OFFSET] = flags;
    bytes[at + FRAME_FLAGS_OFFSET + 1] = flags >>> 8;
    this.#lastFrame = at;
    this.length = at + size;
    return at + FRAME_HEADER_SIZE;
  }

  #reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
