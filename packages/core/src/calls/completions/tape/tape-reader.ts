import { decodeLatin1, decodeUtf8 } from '@offloop/runtime';
import {
  Tape,
  TAPE_ASCII_FLAG,
  TAPE_KIND_BITS,
  TAPE_KIND_MASK,
  TAPE_LENGTH_MASK,
  TAPE_LONG_SHIFT,
  TAPE_OFFSET_SHIFT,
  TAPE_WORDS_OFFSET,
  TapeConstant,
} from '@offloop/workers';
import { IllegalStateError } from '../../../errors/hierarchy.js';
import { asciiMakers, LONGEST_MADE } from './ascii-makers.js';
import type { ObjectShape, ShapeTable, TapeValues } from './shape-table.js';

/** Characters from which a cut of a string keeps all of it alive, in V8: those are made from the bytes. */
const CUT_LIMIT = 13;

/** Characters of text that short strings are cut from. */
const WINDOW_LENGTH = 16 * 1024;

/** Stands for a shape that was not announced. */
const UNKNOWN: ObjectShape = {
  make() {
    throw new IllegalStateError('a JSON document has a shape that its worker has not announced');
  },
};

const FLOAT64 = new Float64Array(1);
const FLOAT64_WORDS = new Int32Array(FLOAT64.buffer);

/** Makes the values that a worker has put on a tape: what `JSON.parse` would make of their text. */
export class TapeReader implements TapeValues {
  #bytes: Buffer = Buffer.alloc(0);
  #words: Int32Array = new Int32Array(0);
  #shapes: ObjectShape[] = [];
  #at = 0;
  /** Where the text begins in `#bytes`, and where it ends. */
  #text = 0;
  #end = 0;
  /** Some of the text, one character a byte, and where that begins and ends. */
  #window = '';
  #windowStart = 0;
  #windowEnd = 0;

  /** The value of the `TAPE` record's body in `bytes[start, end)`. Keeps nothing of `bytes`. */
  read(bytes: Buffer, start: number, end: number, shapes: ShapeTable): unknown {
    if (this.#words.buffer !== bytes.buffer) {
      this.#words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >> 2);
    }
    const first = (bytes.byteOffset + start) >> 2;
    this.#bytes = bytes;
    this.#shapes = shapes.shapes;
    this.#at = first + (TAPE_WORDS_OFFSET >> 2);
    this.#text = start + TAPE_WORDS_OFFSET + 4 * this.#words[first];
    this.#end = end;
    this.#windowStart = 0;
    this.#windowEnd = 0;
    const value = this.value();
    this.#window = '';
    return value;
  }

  /** The value that comes next. */
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
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) items.push(this.value());
    return items;
  }

  #string(start: number, length: number): string {
    if (length >= CUT_LIMIT) {
      return length <= LONGEST_MADE
        ? asciiMakers[length](this.#bytes, start)
        : decodeLatin1(this.#bytes, start, start + length);
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
    const start = this.#text + this.#words[this.#at++];
    const end = start + (word >>> TAPE_LONG_SHIFT);
    return (word & TAPE_ASCII_FLAG) === 0
      ? decodeUtf8(this.#bytes, start, end)
      : decodeLatin1(this.#bytes, start, end);
  }
}

function constant(number: number): boolean | null {
  return number === TapeConstant.NULL ? null : number === TapeConstant.TRUE;
}
