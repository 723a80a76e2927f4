import { decodeLatin1, decodeUtf8 } from '@offloop/runtime/bytes';
import {
  Tape,
  TAPE_ASCII_FLAG,
  TAPE_COUNT_SHIFT,
  TAPE_KIND_BITS,
  TAPE_KIND_MASK,
  TAPE_LENGTH_MASK,
  TAPE_LONG_SHIFT,
  TAPE_OFFSET_SHIFT,
  TAPE_PLACES_MASK,
  TAPE_WORDS_OFFSET,
  TapeConstant,
} from '@offloop/contract/tape';
import { IllegalStateError } from '@offloop/values';
import { ArrayTemplate } from './array-template.js';
import { asciiMakers, LONGEST_MADE } from './ascii-makers.js';
import type { ObjectShape, ShapeTable, TapeValues } from './shape-table.js';

/** Length from which a substring keeps the whole string alive in V8. Such strings are made from the bytes. */
const CUT_LIMIT = 13;

/** Number of characters of text that short strings are cut from. */
const WINDOW_LENGTH = 16 * 1024;

const NO_BYTES: Buffer = Buffer.alloc(0);
const NO_WORDS: Int32Array = new Int32Array(0);

/** Shape in place of one that was not announced. */
const UNKNOWN: ObjectShape = {
  make() {
    throw new IllegalStateError('a JSON document has a shape that its worker has not announced');
  },
};

/** The arrays that others are copied from. */
const zeros = new ArrayTemplate(0);
const halves = new ArrayTemplate(0.5);

const TENS: readonly number[] = Array.from({ length: 10 }, (_, i) => 10 ** i);

const FLOAT64 = new Float64Array(1);
const FLOAT64_WORDS = new Int32Array(FLOAT64.buffer);

/** Makes the values that a worker has put on a tape, as `JSON.parse` would make them of their text. */
export class TapeReader implements TapeValues {
  #bytes = NO_BYTES;
  #words = NO_WORDS;
  #shapes: ObjectShape[] = [];
  #at = 0;
  /** Offsets in `#bytes` at which the text begins and ends. */
  #text = 0;
  #end = 0;
  /** Least offset of the strings whose escapes were resolved, the bytes that hold them, and where the first of them is. */
  #escapedFrom = 0;
  #escapedBytes = NO_BYTES;
  #escaped = 0;
  /** A part of the text, one character a byte, and the offsets at which it begins and ends. */
  #window = '';
  #windowStart = 0;
  #windowEnd = 0;

  /**
   * Makes the value of a `TAPE` record, whose body is `bytes[start, end)`. Keeps nothing of `bytes`.
   *
   * @param words all the memory that `bytes` is in.
   */
  read(
    bytes: Buffer,
    start: number,
    end: number,
    shapes: ShapeTable,
    words: Int32Array = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >> 2),
  ): unknown {
    this.#words = words;
    const text = this.#begin(bytes, start, shapes);
    // The strings without escapes follow the text here, so their offsets need no other beginning.
    this.#escapedFrom = Infinity;
    return this.#readAll(bytes, text, end);
  }

  /**
   * Makes the value of a list's element: its tape begins at `tapes[tape]`, its text is `bytes[start, end)`. Keeps nothing of
   * either.
   *
   * @param words all the memory that `tapes` is in.
   */
  readApart(
    words: Int32Array,
    tapes: Buffer,
    tape: number,
    bytes: Buffer,
    start: number,
    end: number,
    shapes: ShapeTable,
  ): unknown {
    this.#words = words;
    this.#escaped = this.#begin(tapes, tape, shapes);
    this.#escapedBytes = tapes;
    this.#escapedFrom = end - start;
    const value = this.#readAll(bytes, start, end);
    this.#escapedBytes = NO_BYTES;
    return value;
  }

  /** @param start offset of the number of words in `bytes`. @returns the offset behind the words. */
  #begin(bytes: Buffer, start: number, shapes: ShapeTable): number {
    const first = (bytes.byteOffset + start) >> 2;
    this.#shapes = shapes.shapes;
    this.#at = first + (TAPE_WORDS_OFFSET >> 2);
    return start + TAPE_WORDS_OFFSET + 4 * this.#words[first];
  }

  #readAll(bytes: Buffer, text: number, end: number): unknown {
    this.#bytes = bytes;
    this.#text = text;
    this.#end = end;
    this.#windowStart = 0;
    this.#windowEnd = 0;
    const value = this.value();
    this.#window = '';
    // Otherwise a discarded ring, or a long list, would stay alive until the next tape comes.
    this.#words = NO_WORDS;
    this.#bytes = NO_BYTES;
    return value;
  }

  value(): unknown {
    const word = this.#words[this.#at++];
    switch (word & TAPE_KIND_MASK) {
      case Tape.INT:
        return word >> TAPE_KIND_BITS;
      case Tape.STRING:
        return this.#string(
          this.#text + (word >>> TAPE_OFFSET_SHIFT),
          (word >>> TAPE_KIND_BITS) & TAPE_LENGTH_MASK,
        );
      case Tape.OBJECT:
        return (this.#shapes[word >>> TAPE_KIND_BITS] ?? UNKNOWN).make(this);
      case Tape.ARRAY:
        return this.#array(word >>> TAPE_KIND_BITS);
      case Tape.NUMBERS:
        return this.#numbers(word >>> TAPE_COUNT_SHIFT, ((word >> TAPE_KIND_BITS) & TAPE_PLACES_MASK) - 1);
      case Tape.DOUBLE:
        FLOAT64_WORDS[0] = this.#words[this.#at++];
        FLOAT64_WORDS[1] = this.#words[this.#at++];
        return FLOAT64[0];
      case Tape.LONG:
        return this.#longString(word);
      default:
        return constant(word >>> TAPE_KIND_BITS);
    }
  }

  #array(length: number): unknown[] {
    const items: unknown[] = zeros.copy(length);
    for (let i = 0; i < length; i++) items[i] = this.value();
    return items;
  }

  /** @param places decimals of all the numbers, which are integers; negative: they are doubles. */
  #numbers(length: number, places: number): number[] {
    if (places < 0) return this.#doubles(length);
    const words = this.#words;
    let at = this.#at;
    this.#at += length;
    if (places === 0) {
      const items = zeros.copy(length);
      for (let i = 0; i < length; i++) items[i] = words[at++];
      return items;
    }
    const tens = TENS[places];
    const items = halves.copy(length);
    // Both are exact, so that the quotient is the double that is nearest to the number.
    for (let i = 0; i < length; i++) items[i] = words[at++] / tens;
    return items;
  }

  #doubles(length: number): number[] {
    const words = this.#words;
    const items = halves.copy(length);
    let at = this.#at;
    for (let i = 0; i < length; i++) {
      FLOAT64_WORDS[0] = words[at++];
      FLOAT64_WORDS[1] = words[at++];
      items[i] = FLOAT64[0];
    }
    this.#at = at;
    return items;
  }

  #string(start: number, length: number): string {
    if (length >= CUT_LIMIT) {
      return asciiString(this.#bytes, start, length);
    }
    if (start + length > this.#windowEnd) {
      this.#windowStart = start;
      this.#windowEnd = Math.min(this.#end, start + WINDOW_LENGTH);
      this.#window = decodeLatin1(this.#bytes, start, this.#windowEnd);
    }
    const from = start - this.#windowStart;
    return this.#window.substring(from, from + length);
  }

  #longString(word: number): string {
    const offset = this.#words[this.#at++];
    const isApart = offset >= this.#escapedFrom;
    const bytes = isApart ? this.#escapedBytes : this.#bytes;
    const start = isApart ? this.#escaped + offset - this.#escapedFrom : this.#text + offset;
    const end = start + (word >>> TAPE_LONG_SHIFT);
    if ((word & TAPE_ASCII_FLAG) === 0) return decodeUtf8(bytes, start, end);
    return asciiString(bytes, start, end - start);
  }
}

function constant(number: number): boolean | null {
  return number === TapeConstant.NULL ? null : number === TapeConstant.TRUE;
}

function asciiString(bytes: Buffer, start: number, length: number): string {
  return length <= LONGEST_MADE
    ? asciiMakers[length](bytes, start)
    : decodeLatin1(bytes, start, start + length);
}
