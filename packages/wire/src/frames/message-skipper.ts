import { FLAG_FINAL, FLAGS_UNKNOWN, FRAME_FLAGS_OFFSET, FRAME_HEADER_SIZE } from './frame.js';
import { ProtocolError } from './protocol-error.js';

/** Finds the end of a message nobody wants, in a stream that arrives in arbitrary pieces, and keeps nothing of it. */
export class MessageSkipper {
  /** Whether a message is being skipped. */
  isSkipping = false;
  /** Bytes of the frame under way that are still to come, and whether that frame ends the message. */
  #frameLeft = 0;
  #isLastFrame = false;

  /** The next bytes `skip` gets begin with a frame of the message. */
  begin(): void {
    this.isSkipping = true;
    this.#frameLeft = 0;
    this.#isLastFrame = false;
  }

  /**
   * How many bytes from `start` on belong to the message that is skipped. What is left is the next message, or a few
   * bytes of a header of which more must come: then call again with them and more.
   *
   * Throws {@link ProtocolError} for bytes that are not a frame header.
   */
  skip(bytes: Buffer, start: number, end: number): number {
    let at = start;
    for (;;) {
      const length = Math.min(this.#frameLeft, end - at);
      at += length;
      this.#frameLeft -= length;
      if (this.#frameLeft > 0) return at - start;
      if (this.#isLastFrame) {
        this.isSkipping = false;
        return at - start;
      }
      if (end - at < FRAME_HEADER_SIZE) return at - start;
      const frameLength = bytes.readInt32LE(at);
      const flags = bytes.readUInt16LE(at + FRAME_FLAGS_OFFSET);
      if (frameLength < FRAME_HEADER_SIZE || (flags & FLAGS_UNKNOWN) !== 0) {
        throw new ProtocolError('Not a frame header', { length: frameLength, flags });
      }
      this.#frameLeft = frameLength;
      this.#isLastFrame = (flags & FLAG_FINAL) !== 0;
    }
  }
}
