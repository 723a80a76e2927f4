import { copyBytes } from '@offloop/runtime/bytes';
import { ProtocolError } from '@offloop/wire';

/** A growing byte buffer whose memory can be transferred to another thread. */
export class PageOutput {
  bytes: Buffer<ArrayBuffer>;
  /** The whole of `bytes`, as int32 slots. */
  words: Int32Array<ArrayBuffer>;
  length = 0;
  readonly #limit: number;
  /** Bytes that there is room for as long as the message is read: at most all of `bytes`. */
  #needed = 0;

  /** @param limit the most bytes it grows to. */
  constructor(capacity: number, limit: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.words = wordsOf(this.bytes);
    this.#limit = limit;
  }

  /** Empties the buffer. @param capacity the least number of bytes it has room for from then on. */
  reset(capacity: number): void {
    this.length = 0;
    this.#needed = capacity;
    if (capacity > this.bytes.length) this.#take(Buffer.allocUnsafeSlow(capacity));
  }

  /**
   * Adds room for bytes that the message's length does not account for; for some of the next ones, too, so that many columns are
   * not copied once for each. Throws ProtocolError past the limit.
   */
  grow(bytes: number): void {
    const least = (this.#needed += bytes);
    if (least > this.#limit)
      throw new ProtocolError('A page of rows is larger than a message may be', {
        bytes: least,
        limit: this.#limit,
      });
    const { length } = this.bytes;
    if (least <= length) return;
    const capacity = Math.min(this.#limit, Math.max(least, length + (length >> 1)));
    const grown = Buffer.allocUnsafeSlow(capacity);
    copyBytes(this.bytes, 0, this.length, grown, 0);
    this.#take(grown);
  }

  /** Pads with zeros to a multiple of `size`. @returns the length. */
  align(size: number): number {
    while (this.length % size !== 0) this.bytes[this.length++] = 0;
    return this.length;
  }

  /** Appends a copy of `from[start, end)`. @returns the offset of the copy. */
  append(from: Buffer, start: number, end: number): number {
    const at = this.length;
    copyBytes(from, start, end, this.bytes, at);
    this.length = at + end - start;
    return at;
  }

  #take(bytes: Buffer<ArrayBuffer>): void {
    this.bytes = bytes;
    this.words = wordsOf(bytes);
  }
}

function wordsOf({ buffer, length }: Buffer<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return new Int32Array(buffer, 0, length >> 2);
}
