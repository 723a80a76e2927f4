import { FLAG_FINAL, FLAGS_UNKNOWN, FRAME_FLAGS_OFFSET, FRAME_HEADER_SIZE } from './frame.js';
import { ProtocolError } from './protocol-error.js';

/** Finds the end of a message that is to be skipped, in a stream that arrives in arbitrary pieces. Keeps none of its bytes. */
export class MessageSkipper {
  /** True while a message is being skipped. */
  isSkipping = false;
  /** Bytes of the current frame that are still to come. */
  #frameLeft = 0;
  #isLastFrame = false;

  /** Starts to skip a message. The next bytes that `skip` gets must begin with one of its frames. */
  begin(): void {
    this.isSkipping = true;
    this.#frameLeft = 0;
    this.#isLastFrame = false;
  }

  /**
   * Returns how many bytes from `start` on belong to the skipped message. The bytes left over are the next message, or a few
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
