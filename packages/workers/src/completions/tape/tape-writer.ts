import { copyBytes } from '@offloop/runtime/bytes';
import { EscapedStrings } from './escapes.js';
import { NUMBER, NUMBER_WORDS, NumberReader } from './number-reader.js';
import { NumberRun } from './number-run.js';
import { behindSpace, HIGHEST_BITS, stopsIn, WORD } from './plain-text.js';
import { ROOT, type ShapeTree } from './shape-tree.js';
import {
  Tape,
  TAPE_ASCII_FLAG,
  TAPE_KIND_BITS,
  TAPE_LENGTH_MASK,
  TAPE_LONG_SHIFT,
  TAPE_OFFSET_LIMIT,
  TAPE_OFFSET_SHIFT,
  TAPE_WORDS_OFFSET,
  TapeConstant,
} from '@offloop/contract/tape';
import { COSTLY_STRING, LONG_STRING, pays, SHORT_ARRAY } from './worth.js';

/** Values nested deeper stay text: reading a tape takes stack space, which `JSON.parse` does not. */
const MAX_DEPTH = 64;

/** Returned by a step in place of the offset behind it: this document stays text. */
const FAILED = -1;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;
const TRUE: Buffer = Buffer.from('true');
const FALSE: Buffer = Buffer.from('false');
const NULL: Buffer = Buffer.from('null');
const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Makes tapes of JSON texts in one pass, without a JavaScript object for any of their values. `tape-format.ts` says what a
 * tape is. Texts whose values a tape would not give back unchanged are refused.
 */
export class TapeWriter {
  readonly #tree: ShapeTree;
  readonly #mustPay: boolean;
  readonly #numberReader = new NumberReader();
  readonly #run = new NumberRun(this.#numberReader);
  readonly #escaped = new EscapedStrings();
  /** All of the memory that the text is in; offsets count from its beginning. */
  #bytes: Buffer = NO_BYTES;
  /** Reads four bytes at any place of `#bytes`. */
  #words: DataView = new DataView(NO_BYTES.buffer);
  #start = 0;
  #end = 0;
  #depth = 0;
  #costly = 0;
  /** Bytes of values that `JSON.parse` makes as fast. */
  #plain = 0;
  /** The node under which an array began with a number and had other values: arrays there are read one value at a time. */
  #mixedUnder = -1;
  #record: Buffer = Buffer.allocUnsafeSlow(0);
  /** The words of `#record`, the first of which is their number. */
  #tape: Int32Array = new Int32Array(0);
  #at = 0;
  /** Memory for copies of texts behind which nothing may be read. */
  #copy: Buffer = NO_BYTES;

  /** @param mustPay false to make tapes also of texts that are faster to parse. Default: true. */
  constructor(tree: ShapeTree, mustPay = true) {
    this.#tree = tree;
    this.#mustPay = mustPay;
  }

  /**
   * Makes the tape of the object or array in `bytes[start, end)`.
   *
   * @returns the `TAPE` record's body, valid until the next call; undefined when the text has to stay text, or had better. Then the
   *   caller has to roll back what its shapes have added to the tree.
   */
  write(bytes: Buffer, start: number, end: number): Buffer | undefined {
    if (!this.#scan(bytes, start, end)) return undefined;
    const text = TAPE_WORDS_OFFSET + 4 * this.#tape[0];
    copyBytes(bytes, start, end, this.#record, text);
    return this.#withEscaped(text + end - start);
  }

  /** Makes the tape as `write` does, but leaves the text out of the record: the reader has it, too. */
  writeApart(bytes: Buffer, start: number, end: number): Buffer | undefined {
    if (!this.#scan(bytes, start, end)) return undefined;
    return this.#withEscaped(TAPE_WORDS_OFFSET + 4 * this.#tape[0]);
  }

  /** The record up to `length`, and the strings without escapes behind it. */
  #withEscaped(length: number): Buffer | undefined {
    const escaped = this.#escaped;
    const total = length + escaped.length;
    if (total > this.#record.length) return undefined;
    if (escaped.length > 0) copyBytes(escaped.bytes, 0, escaped.length, this.#record, length);
    return this.#record.subarray(0, total);
  }

  /** @returns true once the words are written, and their number in front of them. */
  #scan(bytes: Buffer, start: number, end: number): boolean {
    const first = bytes[start];
    const last = bytes[end - 1];
    // A text that ends like this ends with its outermost value, so that no token reaches over its end unnoticed.
    if (
      !(first === OPEN_BRACE && last === CLOSE_BRACE) &&
      !(first === OPEN_BRACKET && last === CLOSE_BRACKET)
    )
      return false;
    this.#begin(bytes, start, end);
    if (
      this.#value(this.#start, ROOT) !== this.#end ||
      (this.#mustPay && !pays(end - start, this.#costly + this.#numberReader.costly, this.#plain))
    )
      return false;
    this.#tape[0] = this.#at - 1;
    return true;
  }

  #begin(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    // No value takes more words than its text and the comma behind it have bytes.
    const needed = TAPE_WORDS_OFFSET + 4 * (length + 8) + length + length;
    if (this.#record.length < needed) {
      this.#record = Buffer.allocUnsafeSlow((needed + 3) & ~3);
      this.#tape = new Int32Array(this.#record.buffer);
    }
    if (bytes.byteOffset + end + WORD <= bytes.buffer.byteLength) {
      this.#over(bytes.buffer);
      this.#start = bytes.byteOffset + start;
    } else {
      this.#over(this.#padded(bytes, start, end).buffer);
      this.#start = 0;
    }
    this.#end = this.#start + length;
    this.#depth = 0;
    this.#numberReader.costly = 0;
    this.#costly = 0;
    this.#plain = 0;
    this.#mixedUnder = -1;
    this.#at = 1;
    this.#escaped.begin();
  }

  #over(memory: ArrayBufferLike): void {
    if (this.#bytes.buffer === memory) return;
    this.#bytes = Buffer.from(memory);
    this.#words = new DataView(memory);
  }

  /** COPY: a text that ends where its memory does, as one that was put together of several reads. */
  #padded(bytes: Buffer, start: number, end: number): Buffer {
    const length = end - start;
    if (this.#copy.length < length + WORD) this.#copy = Buffer.allocUnsafeSlow(length + WORD);
    copyBytes(bytes, start, end, this.#copy, 0);
    return this.#copy;
  }

  /** Reads any value. @param under the node of the key whose value it is, or is in. */
  #value(from: number, under: number): number {
    const bytes = this.#bytes;
    let at = from;
    let byte = bytes[at];
    if (byte <= SPACE) {
      at = behindSpace(bytes, at);
      byte = bytes[at];
    }
    if (byte === QUOTE) return this.#string(at + 1);
    if (byte === OPEN_BRACE) return this.#object(at + 1, under);
    if (byte === OPEN_BRACKET) return this.#array(at + 1, under);
    if (byte <= 0x39) return this.#number(at);
    if (byte === TRUE[0]) return this.#constant(at, TRUE, TapeConstant.TRUE);
    if (byte === FALSE[0]) return this.#constant(at, FALSE, TapeConstant.FALSE);
    return this.#constant(at, NULL, TapeConstant.NULL);
  }

  #object(from: number, under: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    const tree = this.#tree;
    const head = this.#at++;
    let at = from;
    let node = ROOT;
    let byte = bytes[at];
    if (byte <= SPACE) byte = bytes[(at = behindSpace(bytes, at))];
    if (byte === CLOSE_BRACE) {
      at++;
    } else {
      if (++this.#depth > MAX_DEPTH) return FAILED;
      do {
        if (bytes[at] <= SPACE) at = behindSpace(bytes, at);
        node = tree.next(bytes, words, at, node, under);
        if (node === ROOT) return FAILED;
        at = this.#value(tree.behind, node);
        if (at < 0 || at >= this.#end) return FAILED;
        byte = bytes[at];
        if (byte <= SPACE) byte = bytes[(at = behindSpace(bytes, at))];
        at++;
      } while (byte === COMMA);
      if (byte !== CLOSE_BRACE) return FAILED;
      this.#depth--;
    }
    const shape = tree.shapeOf(node);
    if (shape < 0) return FAILED;
    this.#tape[head] = (shape << TAPE_KIND_BITS) | Tape.OBJECT;
    return at;
  }

  #array(from: number, under: number): number {
    const bytes = this.#bytes;
    const head = this.#at++;
    let at = from;
    let count = 0;
    let byte = bytes[at];
    if (byte <= SPACE) byte = bytes[(at = behindSpace(bytes, at))];
    // The first element decides for all: arrays of several kinds of values are seldom long.
    const isFlat = byte !== QUOTE && byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
    if (byte === CLOSE_BRACKET) {
      at++;
    } else {
      if (byte <= 0x39 && byte !== QUOTE && under !== this.#mixedUnder) {
        const run = this.#run;
        const behind = run.write(bytes, at, this.#end, this.#tape, head);
        if (behind >= 0) {
          this.#at = run.behind;
          return behind;
        }
        this.#mixedUnder = under;
      }
      if (++this.#depth > MAX_DEPTH) return FAILED;
      do {
        at = this.#value(at, under);
        if (at < 0 || at >= this.#end) return FAILED;
        count++;
        byte = bytes[at];
        if (byte <= SPACE) byte = bytes[(at = behindSpace(bytes, at))];
        at++;
      } while (byte === COMMA);
      if (byte !== CLOSE_BRACKET) return FAILED;
      this.#depth--;
      if (count > SHORT_ARRAY && isFlat) this.#plain += at - from;
    }
    this.#tape[head] = (count << TAPE_KIND_BITS) | Tape.ARRAY;
    return at;
  }

  /** Reads a string. @param start the offset behind its quote. */
  #string(start: number): number {
    const words = this.#words;
    const end = this.#end;
    let at = start;
    let seen = 0;
    let word = 0;
    let stops = 0;
    do {
      if (at >= end) return FAILED;
      seen |= word;
      word = words.getInt32(at, true);
      stops = stopsIn(word);
      at += WORD;
    } while (stops === 0);
    // Bits of the last word in front of the byte that the string stops at.
    const bits = (31 - Math.clz32(stops & -stops)) & 24;
    seen |= word & ~(-1 << bits);
    at += (bits >> 3) - WORD;
    const byte = this.#bytes[at];
    if (byte !== QUOTE) return byte === BACKSLASH ? this.#escapedString(start) : FAILED;
    const length = at - start;
    const offset = start - this.#start;
    const isAscii = (seen & HIGHEST_BITS) === 0;
    if (length >= LONG_STRING) this.#plain += length;
    if (isAscii && length <= TAPE_LENGTH_MASK && offset < TAPE_OFFSET_LIMIT)
      this.#tape[this.#at++] = (offset << TAPE_OFFSET_SHIFT) | (length << TAPE_KIND_BITS) | Tape.STRING;
    else this.#longString(isAscii, length, offset);
    return at + 1;
  }

  #longString(isAscii: boolean, length: number, offset: number): void {
    if (!isAscii) this.#costly += COSTLY_STRING;
    this.#tape[this.#at++] = (length << TAPE_LONG_SHIFT) | (isAscii ? TAPE_ASCII_FLAG : 0) | Tape.LONG;
    this.#tape[this.#at++] = offset;
  }

  #escapedString(start: number): number {
    const escaped = this.#escaped;
    const offset = escaped.length;
    if (!escaped.add(this.#bytes, start, this.#end)) return FAILED;
    this.#longString(escaped.isAscii, escaped.length - offset, this.#end - this.#start + offset);
    return escaped.behind;
  }

  #number(start: number): number {
    const at = this.#numberReader.read(this.#bytes, start);
    if (at < 0) return FAILED;
    const tape = this.#tape;
    const value = NUMBER[0];
    if ((value << TAPE_KIND_BITS) >> TAPE_KIND_BITS === value && !Object.is(value, -0)) {
      tape[this.#at++] = (value << TAPE_KIND_BITS) | Tape.INT;
    } else {
      tape[this.#at++] = Tape.DOUBLE;
      this.#double();
    }
    return at;
  }

  #double(): void {
    const tape = this.#tape;
    tape[this.#at++] = NUMBER_WORDS[0];
    tape[this.#at++] = NUMBER_WORDS[1];
  }

  #constant(at: number, text: Buffer, value: number): number {
    const bytes = this.#bytes;
    for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return FAILED;
    this.#tape[this.#at++] = (value << TAPE_KIND_BITS) | Tape.CONSTANT;
    return at + text.length;
  }
}
