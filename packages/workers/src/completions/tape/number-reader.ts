const FAILED = -1;

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_E = 0x65;

/** The powers of ten that a double holds exactly. */
const POWERS: readonly number[] = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Where `NumberReader` puts what it has read, and the same as two words, the lower half first. */
export const NUMBER: Float64Array<ArrayBuffer> = new Float64Array(1);
export const NUMBER_WORDS: Int32Array<ArrayBuffer> = new Int32Array(NUMBER.buffer);

/** Reads the numbers of JSON texts, as exactly as `JSON.parse`. Those of up to nine digits take integer arithmetic alone. */
export class NumberReader {
  /** Numbers that took a call of the engine: those with more digits than a double holds. */
  costly = 0;

  /** Reads the number at `start` into `NUMBER`. @returns the place behind it; FAILED: there is none. */
  read(bytes: Buffer, start: number): number {
    const isNegative = bytes[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    let value = bytes[first] - ZERO;
    if (!(value >= 0 && value <= 9)) return FAILED;
    let at = first + 1;
    let digit = bytes[at] - ZERO;
    // Behind a zero comes no digit; what stands there is not what may follow a value.
    if (value !== 0) {
      const most = first + 9;
      while (digit >= 0 && digit <= 9 && at < most) {
        value = (Math.imul(value, 10) + digit) | 0;
        digit = bytes[++at] - ZERO;
      }
      if (digit >= 0 && digit <= 9) return this.#longInteger(bytes, first, at, value, isNegative);
    }
    if (digit === POINT - ZERO) {
      const fraction = ++at;
      const most = first + 10;
      digit = bytes[at] - ZERO;
      while (digit >= 0 && digit <= 9 && at < most) {
        value = (Math.imul(value, 10) + digit) | 0;
        digit = bytes[++at] - ZERO;
      }
      if (at === fraction || (digit >= 0 && digit <= 9) || ((digit + ZERO) | 0x20) === LETTER_E)
        return this.#decimal(bytes, first, isNegative);
      const quotient = value / POWERS[at - fraction];
      NUMBER[0] = isNegative ? -quotient : quotient;
      return at;
    }
    if (((digit + ZERO) | 0x20) === LETTER_E) return this.#decimal(bytes, first, isNegative);
    NUMBER[0] = isNegative ? -value : value;
    return at;
  }

  /**
   * A number with more than nine digits. Up to eighteen are two integers: both the upper one in its place, of at most 51 bits but for
   * zeros, and the lower one are exact in a double, so their sum is rounded once.
   *
   * @param high of the first nine.
   */
  #longInteger(bytes: Buffer, first: number, from: number, high: number, isNegative: boolean): number {
    const most = from + 9;
    let at = from;
    let low = 0;
    let digit = bytes[at] - ZERO;
    while (digit >= 0 && digit <= 9 && at < most) {
      low = (Math.imul(low, 10) + digit) | 0;
      digit = bytes[++at] - ZERO;
    }
    if ((digit >= 0 && digit <= 9) || digit === POINT - ZERO || ((digit + ZERO) | 0x20) === LETTER_E)
      return this.#decimal(bytes, first, isNegative);
    const value = high * POWERS[at - from] + low;
    NUMBER[0] = isNegative ? -value : value;
    return at;
  }

  /** A number that is not a short integer. @param first its first digit. */
  #decimal(bytes: Buffer, first: number, isNegative: boolean): number {
    let at = first;
    let mantissa = 0;
    let exponent = 0;
    let digit = bytes[at] - ZERO;
    do {
      mantissa = mantissa * 10 + digit;
      digit = bytes[++at] - ZERO;
    } while (digit >= 0 && digit <= 9);
    if (digit === POINT - ZERO) {
      const point = at;
      digit = bytes[++at] - ZERO;
      if (!(digit >= 0 && digit <= 9)) return FAILED;
      do {
        mantissa = mantissa * 10 + digit;
        digit = bytes[++at] - ZERO;
      } while (digit >= 0 && digit <= 9);
      exponent = point + 1 - at;
    }
    if ((bytes[at] | 0x20) === LETTER_E) {
      const sign = bytes[++at];
      if (sign === MINUS || sign === PLUS) at++;
      digit = bytes[at] - ZERO;
      if (!(digit >= 0 && digit <= 9)) return FAILED;
      let power = 0;
      do {
        if (power < 10_000) power = power * 10 + digit;
        digit = bytes[++at] - ZERO;
      } while (digit >= 0 && digit <= 9);
      exponent += sign === MINUS ? -power : power;
    }
    let value: number;
    // Both are exact in a double, so their quotient or product is rounded once: to the double that is nearest.
    if (mantissa < 2 ** 53 && exponent >= -22 && exponent <= 22) {
      value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
    } else {
      this.costly++;
      value = Number(bytes.toString('latin1', first, at));
    }
    NUMBER[0] = isNegative ? -value : value;
    return at;
  }
}
