const CHUNK_BYTES = 65_536;
/** Bytes from which on `take` gives the memory itself away. Fewer are copied out of it. */
const HAND_OVER_BYTES = CHUNK_BYTES / 2;

/** Memory that grows. Only short memory is used again. */
export class Memory {
  /** Changes when `reserve` makes it longer. */
  bytes: Buffer;
  /** Offset behind what was written. */
  at = 0;
  #chunk: Buffer;

  constructor() {
    this.#chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    this.bytes = this.#chunk;
  }

  /** Makes room for `length` bytes behind `at`. */
  reserve(length: number): void {
    if (this.at + length > this.bytes.length) this.#grow(length);
  }

  /** Forgets what was written. Long memory is let go. */
  clear(): void {
    this.at = 0;
    this.bytes = this.#chunk;
  }

  /** Returns what was written, as memory that nobody else uses, and begins anew. */
  take(): Buffer {
    const { bytes, at } = this;
    this.at = 0;
    if (bytes === this.#chunk) {
      if (at < HAND_OVER_BYTES) return copyOf(bytes, at);
      this.#chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    }
    this.bytes = this.#chunk;
    return bytes.subarray(0, at);
  }

  #grow(length: number): void {
    // Much at once is mostly one long body: twice its length would be wasted.
    const size = length > this.bytes.length ? this.at + length : 2 * this.bytes.length;
    const longer = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(longer, 0, 0, this.at);
    this.bytes = longer;
  }
}

function copyOf(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length);
  bytes.copy(copy, 0, 0, length);
  return copy;
}
