import { copyBytes } from '@offloop/runtime/ring';
import { ProtocolError } from '@offloop/wire';

/** Appends to memory that can be transferred. */
export class PageOutput {
  bytes: Buffer<ArrayBuffer>;
  /** All of it, as int32 slots. */
  words: Int32Array<ArrayBuffer>;
  length = 0;
  readonly #limit: number;

  /** @param limit bytes it never grows beyond. */
  constructor(capacity: number, limit: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.words = wordsOf(this.bytes);
    this.#limit = limit;
  }

  /** Starts over. @param capacity bytes that are there from then on. */
  reset(capacity: number): void {
    this.length = 0;
    if (capacity > this.bytes.length) this.#take(Buffer.allocUnsafeSlow(capacity));
  }

  /** Room for bytes that the message's length does not account for. Throws ProtocolError past the limit. */
  grow(bytes: number): void {
    const capacity = this.bytes.length + bytes;
    if (capacity > this.#limit) {
      throw new ProtocolError('A page of rows is larger than a message may be', {
        bytes: capacity,
        limit: this.#limit,
      });
    }
    const grown = Buffer.allocUnsafeSlow(capacity);
    copyBytes(this.bytes, 0, this.length, grown, 0);
    this.#take(grown);
  }

  /** Pads with zeros to a multiple of `size`. @returns the length. */
  align(size: number): number {
    while (this.length % size !== 0) this.bytes[this.length++] = 0;
    return this.length;
  }

  /** @returns where the copy begins. */
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
