const FAILED = -1;

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_E = 0x65;

/** The powers of ten that a double holds exactly. */
export const POWERS: readonly number[] = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Digits of which an integer has at most 31 bits. */
const HALF = 9;

/** The most digits of which a double holds every number. */
const CHEAP_DIGITS = 15;

/** The number that `NumberReader` has read last. */
export const NUMBER: Float64Array<ArrayBuffer> = new Float64Array(1);
/** The bits of `NUMBER` as two words, the lower half first. */
export const NUMBER_WORDS: Int32Array<ArrayBuffer> = new Int32Array(NUMBER.buffer);

/**
 * Reads the numbers of JSON texts as exactly as `JSON.parse` does: as an integer of up to eighteen digits, in two halves, times a
 * power of ten.
 */
export class NumberReader {
  /** Count of numbers with more than fifteen digits, which `JSON.parse` reads as fast, or faster. */
  costly = 0;
  /** The number read last, without its point; valid unless `places` is −1. */
  integer = 0;
  /** Digits behind the point of the number read last; −1 for one with more than nine digits, or an exponent. */
  places = 0;

  /** Reads the number at `start` into `NUMBER`. @returns the offset behind it; −1 when there is no number. */
  read(bytes: Buffer, start: number): number {
    const isNegative = bytes[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    let value = bytes[first] - ZERO;
    if (!(value >= 0 && value <= 9)) return FAILED;
    let at = first + 1;
    let digit = bytes[at] - ZERO;
    // Behind a zero comes no digit; what stands there is not what may follow a value.
    if (value !== 0) {
      const most = first + HALF;
      while (digit >= 0 && digit <= 9 && at < most) {
        value = (Math.imul(value, 10) + digit) | 0;
        digit = bytes[++at] - ZERO;
      }
      if (digit >= 0 && digit <= 9) return this.#longInteger(bytes, first, isNegative, at, value);
    }
    if (digit === POINT - ZERO) {
      const fraction = ++at;
      const most = first + HALF + 1;
      digit = bytes[at] - ZERO;
      while (digit >= 0 && digit <= 9 && at < most) {
        value = (Math.imul(value, 10) + digit) | 0;
        digit = bytes[++at] - ZERO;
      }
      if (at === fraction || (digit >= 0 && digit <= 9) || ((digit + ZERO) | 0x20) === LETTER_E)
        return this.#long(bytes, first, isNegative);
      this.integer = isNegative ? -value : value;
      this.places = at - fraction;
      NUMBER[0] = this.integer / POWERS[at - fraction];
      return at;
    }
    if (((digit + ZERO) | 0x20) === LETTER_E) return this.#long(bytes, first, isNegative);
    NUMBER[0] = this.integer = isNegative ? -value : value;
    this.places = 0;
    return at;
  }

  /** A number that begins with more than nine digits. @param high of the first nine, which end in front of `from`. */
  #longInteger(bytes: Buffer, first: number, isNegative: boolean, from: number, high: number): number {
    const most = from + CHEAP_DIGITS - HALF;
    let at = from;
    let low = 0;
    let digit = bytes[at] - ZERO;
    while (digit >= 0 && digit <= 9 && at < most) {
      low = (Math.imul(low, 10) + digit) | 0;
      digit = bytes[++at] - ZERO;
    }
    if ((digit >= 0 && digit <= 9) || digit === POINT - ZERO || ((digit + ZERO) | 0x20) === LETTER_E)
      return this.#long(bytes, first, isNegative);
    const value = high * POWERS[at - from] + low;
    NUMBER[0] = isNegative ? -value : value;
    this.places = -1;
    return at;
  }

  /** Any number. @param first its first digit. */
  #long(bytes: Buffer, first: number, isNegative: boolean): number {
    let at = first;
    let high = 0;
    let low = 0;
    let digits = 0;
    let point = -1;
    for (;;) {
      let digit = bytes[at] - ZERO;
      while (digit >= 0 && digit <= 9) {
        if (digits < HALF) high = (Math.imul(high, 10) + digit) | 0;
        else low = (Math.imul(low, 10) + digit) | 0;
        if (high > 0) digits++;
        digit = bytes[++at] - ZERO;
      }
      if (digit !== POINT - ZERO || point >= 0) break;
      point = ++at;
      if (!(bytes[at] >= ZERO && bytes[at] <= ZERO + 9)) return FAILED;
    }
    let exponent = point < 0 ? 0 : point - at;
    if ((bytes[at] | 0x20) === LETTER_E) {
      const sign = bytes[++at];
      if (sign === MINUS || sign === PLUS) at++;
      let digit = bytes[at] - ZERO;
      if (!(digit >= 0 && digit <= 9)) return FAILED;
      let power = 0;
      do {
        if (power < 10_000) power = power * 10 + digit;
        digit = bytes[++at] - ZERO;
      } while (digit >= 0 && digit <= 9);
      exponent += sign === MINUS ? -power : power;
    }
    if (digits > CHEAP_DIGITS) this.costly++;
    // The upper half in its place has at most 51 bits, but for zeros. So both are exact in a double, and their sum is rounded once.
    const integer = digits > HALF ? high * POWERS[digits - HALF] + low : high;
    let value: number;
    if (digits > 2 * HALF || (exponent !== 0 && integer >= 2 ** 53) || exponent < -22 || exponent > 22) {
      value = Number(bytes.toString('latin1', first, at));
    } else {
      // Exact integers, and powers that are exact, too: the result is rounded once, to the double that is nearest.
      value = exponent < 0 ? integer / POWERS[-exponent] : integer * POWERS[exponent];
    }
    NUMBER[0] = isNegative ? -value : value;
    this.places = -1;
    return at;
  }
}
