import { cannotDeserialize } from '../calls/errors.js';

/** A cursor over serialized bytes, big-endian as clients write them by default. Every read is checked against the end. */
export class Input {
  readonly bytes: Buffer;
  at: number;
  readonly #end: number;

  constructor(bytes: Buffer, at: number, end: number = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  get left(): number {
    return this.#end - this.at;
  }

  /** Skips `length` bytes and returns the offset of the first. Throws MemberError if there are fewer. */
  take(length: number): number {
    const start = this.at;
    if (length < 0 || start < 0 || length > this.#end - start)
      throw cannotDeserialize(`${length} bytes at ${start}, where ${this.#end - start} are left`);
    this.at = start + length;
    return start;
  }

  byte(): number {
    return this.bytes.readInt8(this.take(1));
  }

  boolean(): boolean {
    return this.byte() !== 0;
  }

  short(): number {
    return this.bytes.readInt16BE(this.take(2));
  }

  unsignedShort(): number {
    return this.bytes.readUInt16BE(this.take(2));
  }

  int(): number {
    return this.bytes.readInt32BE(this.take(4));
  }

  long(): bigint {
    return this.bytes.readBigInt64BE(this.take(8));
  }

  float(): number {
    return this.bytes.readFloatBE(this.take(4));
  }

  double(): number {
    return this.bytes.readDoubleBE(this.take(8));
  }

  text(): string | null {
    const length = this.int();
    if (length === -1) return null;
    const start = this.take(length);
    return this.bytes.toString('utf8', start, start + length);
  }

  /** Reads a number of items. Throws MemberError if the bytes left cannot hold that many of `size` bytes each. */
  count(size: number): number {
    const count = this.int();
    if (count < 0 || count * size > this.left)
      throw cannotDeserialize(`${count} items, where ${this.left} bytes are left`);
    return count;
  }
}
