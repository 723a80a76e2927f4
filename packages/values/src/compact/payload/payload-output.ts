const INITIAL_BYTES = 256;

/** Most characters of a string that a loop writes while it meets ASCII only: see `LOOP_LENGTH` of the data encoder. */
const LOOP_LENGTH = 16;

/**
 * Buffer that grows as it is written, in one of the two byte orders. Numbers can be put anywhere; positions count from the first
 * byte.
 */
export class PayloadOutput {
  /** Position of the next value, in bytes. */
  at = 0;
  readonly littleEndian: boolean;
  #bytes: Buffer;
  #view: DataView;

  constructor(littleEndian: boolean, initialBytes: number = INITIAL_BYTES) {
    this.littleEndian = littleEndian;
    this.#bytes = Buffer.allocUnsafe(initialBytes);
    this.#view = viewOf(this.#bytes);
  }

  /** Returns the bytes written so far, as a view of the buffer. */
  toBuffer(): Buffer {
    return this.#bytes.subarray(0, this.at);
  }

  /** Moves on by `count` bytes, whose content is undefined. @returns the position of the first of them. */
  claim(count: number): number {
    const start = this.at;
    const end = start + count;
    if (end > this.#bytes.length) this.#grow(end);
    this.at = end;
    return start;
  }

  claimZeros(count: number): number {
    const start = this.claim(count);
    this.#bytes.fill(0, start, this.at);
    return start;
  }

  putByte(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  /** Sets bits in a byte that was written before. */
  putBits(at: number, bits: number): void {
    this.#bytes[at] |= bits;
  }

  putInt16(at: number, value: number): void {
    this.#view.setInt16(at, value, this.littleEndian);
  }

  putInt32(at: number, value: number): void {
    this.#view.setInt32(at, value, this.littleEndian);
  }

  putInt64(at: number, high: number, low: number): void {
    this.#view.setInt32(at, this.littleEndian ? low : high, this.littleEndian);
    this.#view.setInt32(at + 4, this.littleEndian ? high : low, this.littleEndian);
  }

  putFloat32(at: number, value: number): void {
    this.#view.setFloat32(at, value, this.littleEndian);
  }

  putFloat64(at: number, value: number): void {
    this.#view.setFloat64(at, value, this.littleEndian);
  }

  writeByte(value: number): void {
    this.putByte(this.claim(1), value);
  }

  writeInt32(value: number): void {
    this.putInt32(this.claim(4), value);
  }

  /** Writes a text: its length in bytes, and its UTF-8. */
  writeText(text: string): void {
    const { length } = text;
    const start = this.claim(4 + 3 * length);
    const at = start + 4;
    const bytes = this.#bytes;
    let written = 0;
    if (length <= LOOP_LENGTH) {
      for (; written < length; written++) {
        const unit = text.charCodeAt(written);
        if (unit > 0x7f) break;
        bytes[at + written] = unit;
      }
    }
    if (written < length) written = bytes.write(text, at, 'utf8');
    this.putInt32(start, written);
    this.at = at + written;
  }

  /** Writes a byte array: its length, and the bytes. */
  writeBytes(bytes: Uint8Array): void {
    const start = this.claim(4 + bytes.length);
    this.putInt32(start, bytes.length);
    this.#bytes.set(bytes, start + 4);
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.at);
    this.#bytes = grown;
    this.#view = viewOf(grown);
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
