import { NUMBER, NUMBER_WORDS, POWERS, type NumberReader } from './number-reader.js';
import { behindSpace } from './plain-text.js';
import { Tape, TAPE_COUNT_SHIFT, TAPE_KIND_BITS } from '@offloop/contract/tape';

const FAILED = -1;

const COMMA = 0x2c;
const ZERO = 0x30;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** Digits of which an integer has at most 31 bits. */
const SHORT_DIGITS = 9;

/** The number of decimals of a run that holds doubles. */
const DOUBLES = -1;

/**
 * Writes an array that holds only numbers to a tape: as 32-bit integers, to be divided by a power of ten if there are decimals, or
 * as doubles. It begins with integers, and rewrites them when a number needs more decimals, or a double.
 */
export class NumberRun {
  /** The index in the tape behind the run written last. */
  behind = 0;
  readonly #reader: NumberReader;
  #tape: Int32Array = new Int32Array(0);
  #first = 0;
  #at = 0;
  #places = 0;

  constructor(reader: NumberReader) {
    this.#reader = reader;
  }

  /**
   * Writes the elements from `from` on, up to the bracket.
   *
   * @param end the end of the text. @param head the index of the array's word in the tape. @returns the offset behind the array; −1
   *   when it holds anything but numbers.
   */
  write(bytes: Buffer, from: number, end: number, tape: Int32Array, head: number): number {
    const reader = this.#reader;
    this.#tape = tape;
    this.#first = head + 1;
    this.#at = head + 1;
    this.#places = 0;
    let at = from;
    let byte = 0;
    do {
      if (bytes[at] <= SPACE) at = behindSpace(bytes, at);
      at = reader.read(bytes, at);
      if (at < 0 || at >= end) return FAILED;
      this.#add(NUMBER[0], reader.integer, reader.places);
      byte = bytes[at];
      if (byte <= SPACE) byte = bytes[(at = behindSpace(bytes, at))];
      at++;
      if (byte === COMMA && this.#places === 0) at = this.#shortIntegers(bytes, at, end);
    } while (byte === COMMA);
    if (byte !== CLOSE_BRACKET) return FAILED;
    this.behind = this.#at;
    const words = this.#at - this.#first;
    const count = this.#places === DOUBLES ? words >> 1 : words;
    tape[head] = (count << TAPE_COUNT_SHIFT) | ((this.#places + 1) << TAPE_KIND_BITS) | Tape.NUMBERS;
    return at;
  }

  /** Writes positive integers with nothing between them, the most frequent in long lists. @returns the offset of the first other. */
  #shortIntegers(bytes: Buffer, from: number, end: number): number {
    const tape = this.#tape;
    let to = this.#at;
    let at = from;
    let digit = bytes[at] - ZERO;
    while (digit >= 1 && digit <= 9) {
      let value = digit;
      let next = at + 1;
      const most = at + SHORT_DIGITS;
      digit = bytes[next] - ZERO;
      while (digit >= 0 && digit <= 9 && next < most) {
        value = (Math.imul(value, 10) + digit) | 0;
        digit = bytes[++next] - ZERO;
      }
      if (digit !== COMMA - ZERO || next >= end) break;
      tape[to++] = value;
      at = next + 1;
      digit = bytes[at] - ZERO;
    }
    this.#at = to;
    return at;
  }

  /** @param integer the value without its point, and `places` behind that; negative: it is not known. */
  #add(value: number, integer: number, places: number): void {
    if (this.#places !== DOUBLES) {
      const isWhole = places < 0 && (value | 0) === value;
      const own = isWhole ? 0 : places;
      if (own >= 0 && !Object.is(value, -0) && (own <= this.#places || this.#rescale(own))) {
        const scaled = (isWhole ? value : integer) * POWERS[this.#places - own];
        if ((scaled | 0) === scaled) {
          this.#tape[this.#at++] = scaled;
          return;
        }
      }
      this.#widen();
    }
    NUMBER[0] = value;
    this.#tape[this.#at++] = NUMBER_WORDS[0];
    this.#tape[this.#at++] = NUMBER_WORDS[1];
  }

  /** Gives the integers so far as many decimals. @returns false: they have no room for them. */
  #rescale(places: number): boolean {
    const tape = this.#tape;
    const factor = POWERS[places - this.#places];
    const most = 0x7fffffff / factor;
    for (let i = this.#first; i < this.#at; i++) if (Math.abs(tape[i]) > most) return false;
    for (let i = this.#first; i < this.#at; i++) tape[i] *= factor;
    this.#places = places;
    return true;
  }

  /** Makes doubles of the integers so far. */
  #widen(): void {
    const tape = this.#tape;
    const first = this.#first;
    const divisor = POWERS[this.#places];
    for (let i = this.#at - first - 1; i >= 0; i--) {
      NUMBER[0] = tape[first + i] / divisor;
      tape[first + 2 * i] = NUMBER_WORDS[0];
      tape[first + 2 * i + 1] = NUMBER_WORDS[1];
    }
    this.#at = 2 * this.#at - first;
    this.#places = DOUBLES;
  }
}
