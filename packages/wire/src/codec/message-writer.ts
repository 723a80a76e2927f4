import {
  ANY_PARTITION,
  CORRELATION_ID_OFFSET,
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FLAG_NULL,
  FLAG_UNFRAGMENTED,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  REQUEST_FIXED_FIELDS_OFFSET,
  RESPONSE_BACKUP_ACKS_OFFSET,
  RESPONSE_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
} from '../frames/frame.js';
import type { FixedType } from './fixed-types.js';

/** Up to this many characters a string gets room for its worst case (3 bytes each) instead of being measured first. */
const UNMEASURED_STRING_LENGTH = 1024;

/**
 * Builds messages one after another in a buffer that doubles when full: frames are appended, and the fixed-size fields
 * of the frame begun last are set by their offset in its content.
 *
 * `finish` returns a view. Bytes handed out stay untouched until `reset`, also when the buffer grows meanwhile.
 */
export class MessageWriter {
  #bytes: Buffer;
  #length = 0;
  #messageStart = 0;
  #lastFrame = 0;
  #fixed = 0;

  /** @param initialBytes size of the first buffer, worth choosing when the message's length is about known. */
  constructor(initialBytes: number = 256) {
    this.#bytes = Buffer.allocUnsafe(Math.max(initialBytes, 64));
  }

  /** Bytes written since construction or `reset`, unfinished message included. */
  get length(): number {
    return this.#length;
  }

  /**
   * Starts a request or an event; `fixedSize` is the size of its fixed fields in bytes, which start at
   * `REQUEST_FIXED_FIELDS_OFFSET` and are zero until set. `flags` are added to `FLAG_UNFRAGMENTED`.
   */
  begin(
    type: number,
    correlationLow: number,
    correlationHigh: number,
    partitionId: number = ANY_PARTITION,
    fixedSize: number = 0,
    flags: number = 0,
  ): this {
    this.#beginMessage(type, correlationLow, correlationHigh, REQUEST_FIXED_FIELDS_OFFSET + fixedSize, flags);
    return this.setInt(PARTITION_ID_OFFSET, partitionId);
  }

  /** Starts a response; its `fixedSize` bytes of fixed fields start at `RESPONSE_FIXED_FIELDS_OFFSET`. */
  beginResponse(
    type: number,
    correlationLow: number,
    correlationHigh: number,
    backupAcks: number = 0,
    fixedSize: number = 0,
    flags: number = 0,
  ): this {
    this.#beginMessage(
      type,
      correlationLow,
      correlationHigh,
      RESPONSE_FIXED_FIELDS_OFFSET + fixedSize,
      flags,
    );
    return this.setByte(RESPONSE_BACKUP_ACKS_OFFSET, backupAcks);
  }

  /** Appends a frame with a copy of `bytes[start, end)`. */
  frame(bytes: Uint8Array, start: number = 0, end: number = bytes.length): this {
    const at = this.#append(end - start, 0);
    if (start === 0 && end === bytes.length) this.#bytes.set(bytes, at);
    else this.#bytes.set(bytes.subarray(start, end), at);
    return this;
  }

  /** Appends copies of whole frames, with their headers, that are one structure and end with its END frame. */
  frames(bytes: Uint8Array): this {
    const at = this.#append(bytes.length - FRAME_HEADER_SIZE, 0) - FRAME_HEADER_SIZE;
    this.#bytes.set(bytes, at);
    // The last one is END, which has no content.
    this.#lastFrame = this.#length - FRAME_HEADER_SIZE;
    return this;
  }

  /** Appends a frame of `size` zero bytes, which the setters then address. */
  fixedFrame(size: number): this {
    const at = this.#append(size, 0);
    this.#bytes.fill(0, at, at + size);
    this.#fixed = at;
    return this;
  }

  /** Appends a frame with the string in UTF-8. */
  stringFrame(value: string): this {
    const most =
      value.length <= UNMEASURED_STRING_LENGTH ? value.length * 3 : Buffer.byteLength(value, 'utf8');
    const at = this.#append(most, 0);
    const written = this.#bytes.write(value, at, most, 'utf8');
    this.#length = at + written;
    this.#bytes.writeInt32LE(FRAME_HEADER_SIZE + written, this.#lastFrame);
    return this;
  }

  nullFrame(): this {
    this.#append(0, FLAG_NULL);
    return this;
  }

  beginStruct(): this {
    this.#append(0, FLAG_BEGIN_STRUCT);
    return this;
  }

  endStruct(): this {
    this.#append(0, FLAG_END_STRUCT);
    return this;
  }

  setByte(offset: number, value: number): this {
    this.#bytes[this.#fixed + offset] = value;
    return this;
  }

  setBoolean(offset: number, value: boolean): this {
    this.#bytes[this.#fixed + offset] = value ? 1 : 0;
    return this;
  }

  setInt(offset: number, value: number): this {
    this.#bytes.writeInt32LE(value, this.#fixed + offset);
    return this;
  }

  /** Sets a value of a fixed-size type at an offset in the content of the frame begun last. */
  setFixed(offset: number, type: FixedType, value: unknown): this {
    type.set(this.#bytes, this.#fixed + offset, value);
    return this;
  }

  /** Marks the last frame FINAL and returns a view of the whole message. */
  finish(): Buffer {
    this.#bytes[this.#lastFrame + FRAME_FLAGS_OFFSET + 1] |= FLAG_FINAL >>> 8;
    return this.#bytes.subarray(this.#messageStart, this.#length);
  }

  /** Returns a view of everything written since construction or `reset`, to send several messages at once. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Starts over in the same buffer: views handed out before will be overwritten. */
  reset(): this {
    this.#length = 0;
    return this;
  }

  #beginMessage(type: number, low: number, high: number, contentSize: number, flags: number): void {
    this.#messageStart = this.#length;
    this.fixedFrame(contentSize);
    this.#bytes.writeUInt16LE(FLAG_UNFRAGMENTED | flags, this.#messageStart + FRAME_FLAGS_OFFSET);
    this.setInt(TYPE_OFFSET, type);
    this.setInt(CORRELATION_ID_OFFSET, low | 0);
    this.setInt(CORRELATION_ID_OFFSET + 4, high | 0);
  }

  /** Appends a frame header and room for its content; returns where the content goes. */
  #append(contentSize: number, flags: number): number {
    const at = this.#length;
    const length = FRAME_HEADER_SIZE + contentSize;
    if (this.#bytes.length - at < length) this.#grow(at + length);
    const bytes = this.#bytes;
    bytes.writeInt32LE(length, at);
    bytes.writeUInt16LE(flags, at + FRAME_FLAGS_OFFSET);
    this.#lastFrame = at;
    this.#length = at + length;
    return at + FRAME_HEADER_SIZE;
  }

  #grow(needed: number): void {
    // The old buffer is left as it is: views of finished messages point into it.
    const bytes = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
