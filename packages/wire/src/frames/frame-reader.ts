import {
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FLAG_NULL,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
} from './frame.js';
import { ProtocolError } from './protocol-error.js';

const NO_BYTES = Buffer.alloc(0);

/**
 * A cursor over the frames of one complete message inside a buffer. Reused: `reset` instead of `new` on a hot path.
 *
 * Every frame is checked against the end of the message before its fields are set, so `contentStart` and
 * `contentEnd` always lie inside `[start, end]`; a frame that does not fit is a {@link ProtocolError}.
 */
export class FrameReader {
  /** Buffer that holds the message. */
  bytes: Buffer = NO_BYTES;
  /** Flags of the current frame. */
  flags = 0;
  /** Absolute offset of the current frame's content. */
  contentStart = 0;
  /** Absolute offset after the current frame's content, which is where the next frame starts. */
  contentEnd = 0;
  #end = 0;

  /** Puts the cursor before the first frame of the message in `bytes[start, end)`. */
  reset(bytes: Buffer, start: number, end: number): this {
    if (start < 0 || start > end || end > bytes.length) {
      throw new ProtocolError('Message lies outside its buffer', { start, end, available: bytes.length });
    }
    this.bytes = bytes;
    this.#end = end;
    this.flags = 0;
    this.contentStart = start;
    this.contentEnd = start;
    return this;
  }

  /** Moves to the next frame. Returns false when the message has no more. */
  next(): boolean {
    const at = this.contentEnd;
    const end = this.#end;
    if (at === end) return false;
    if ((this.flags & FLAG_FINAL) !== 0) {
      throw new ProtocolError('Bytes after the final frame', { offset: at, end });
    }
    if (end - at < FRAME_HEADER_SIZE) {
      throw new ProtocolError('Frame header is cut off', { offset: at, end });
    }
    const bytes = this.bytes;
    const length = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    if (length < FRAME_HEADER_SIZE || length > end - at) {
      throw new ProtocolError('Frame does not fit its message', { length, offset: at, end });
    }
    this.flags = bytes[at + FRAME_FLAGS_OFFSET] | (bytes[at + FRAME_FLAGS_OFFSET + 1] << 8);
    this.contentStart = at + FRAME_HEADER_SIZE;
    this.contentEnd = at + length;
    return true;
  }

  /** Returns the flags of the next frame, without moving; −1 when there is none. */
  peekFlags(): number {
    const at = this.contentEnd;
    if (this.#end - at < FRAME_HEADER_SIZE) return -1;
    return this.bytes[at + FRAME_FLAGS_OFFSET] | (this.bytes[at + FRAME_FLAGS_OFFSET + 1] << 8);
  }

  /** Returns true if the current frame stands for null. */
  isNull(): boolean {
    return (this.flags & FLAG_NULL) !== 0;
  }

  /** Returns true if the current frame opens a list or a custom type. */
  isBeginStruct(): boolean {
    return (this.flags & FLAG_BEGIN_STRUCT) !== 0;
  }

  /** Returns true if the current frame closes a list or a custom type. */
  isEndStruct(): boolean {
    return (this.flags & FLAG_END_STRUCT) !== 0;
  }

  /**
   * Moves from inside a structure to the frame that closes it, past nested ones and past fields that a newer sender appended.
   * Throws {@link ProtocolError} when the message ends first.
   */
  skipToEndStruct(): void {
    let depth = 1;
    while (this.next()) {
      if (this.isEndStruct()) {
        depth -= 1;
        if (depth === 0) return;
      } else if (this.isBeginStruct()) {
        depth += 1;
      }
    }
    throw new ProtocolError('Structure is not closed', { depth, end: this.#end });
  }
}
