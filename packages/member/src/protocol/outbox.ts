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
// A buffer that one large response has grown beyond this is not kept for the small ones to come.
const KEPT_BYTES = 1024 * 1024;

/**
 * What a connection has to send, as wire bytes in one growing buffer: the responses to everything one read brought leave
 * in one write.
 *
 * Responses of the hot path are written field by field, without an intermediate `Buffer`; `append` takes what the
 * message table's encoders made.
 */
export class Outbox {
  bytes: Buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  /** Bytes in use. */
  length = 0;
  #messageStart = 0;
  #lastFrame = 0;

  /**
   * Begins a response; its fixed fields, `fixedSize` bytes, are the caller's to fill in at the returned offset.
   * Correlation ids are given as the two int32 they came as.
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

  /** Takes back what was written from offset `mark` on, as a copy. */
  cut(mark: number): Buffer {
    const taken = Buffer.from(this.bytes.subarray(mark, this.length));
    this.length = mark;
    return taken;
  }

  /** Starts over. With `free` the bytes have been written out, and the same buffer is used again. */
  reset(free: boolean): void {
    this.length = 0;
    if (!free || this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  }

  /** Appends a frame header and room for its content, and returns where that is. */
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
