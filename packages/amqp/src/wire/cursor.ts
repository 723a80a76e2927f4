import { readLong, readShort, readWord } from './integers.js';
import { knownText } from './known-texts.js';
import { readText } from './text.js';

/** Two to the power of 32. */
const WORD = 0x1_0000_0000;

/** Reads values one behind the other. Throws a RangeError before it reads behind `end`: the bytes there are somebody else's. */
export class Cursor {
  readonly bytes: Buffer;
  at: number;
  end: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  octet(): number {
    return this.bytes[this.skip(1)];
  }

  short(): number {
    return readShort(this.bytes, this.skip(2));
  }

  word(): number {
    return readWord(this.bytes, this.skip(4));
  }

  /** Reads 64 bits without a sign. */
  long(): number {
    return readLong(this.bytes, this.skip(8));
  }

  /** Reads 64 bits with a sign. */
  signedLong(): number {
    const at = this.skip(8);
    return (readWord(this.bytes, at) | 0) * WORD + readWord(this.bytes, at + 4);
  }

  /** Reads a string behind a byte for its length. */
  shortText(): string {
    const start = this.skip(this.octet());
    return readText(this.bytes, start, this.at);
  }

  /** Reads a short text that repeats from message to message, such as the name of an exchange. */
  knownText(): string {
    const start = this.skip(this.octet());
    return knownText(this.bytes, start, this.at);
  }

  /** Reads a string behind four bytes for its length. */
  longText(): string {
    const start = this.skip(this.word());
    return readText(this.bytes, start, this.at);
  }

  /** Reads bytes behind four bytes for their length, as memory of their own. */
  longBytes(): Buffer {
    const start = this.skip(this.word());
    return Buffer.from(this.bytes.subarray(start, this.at));
  }

  /** Goes `length` bytes further. Returns where it was. */
  skip(length: number): number {
    const { at } = this;
    if (at + length > this.end)
      throw new RangeError(`A field of ${length} bytes where ${this.end - at} are left`);
    this.at = at + length;
    return at;
  }
}
