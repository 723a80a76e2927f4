const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** A decimal number of any precision, as `java.math.BigDecimal`: `unscaledValue` × 10 to the power of −`scale`. */
export class BigDecimal {
  readonly unscaledValue: bigint;
  /** Digits behind the decimal point; if negative, zeros before it. Members take 32-bit integers. */
  readonly scale: number;

  constructor(unscaledValue: bigint, scale: number) {
    this.unscaledValue = unscaledValue;
    this.scale = scale;
  }

  /**
   * Parses an optional sign, digits with or without a decimal point among them, and an optional exponent: `'-12.50'` is −1250
   * with scale 2, `'1.2E+3'` is 12 with scale −2. The digits behind the point are kept, as in Java.
   *
   * Throws `TypeError` for what is not a string, and `RangeError` for text that is not such a number, or whose scale is not a
   * safe integer.
   */
  static fromString(value: string): BigDecimal {
    if (typeof value !== 'string') throw new TypeError('BigDecimal.fromString takes a string');
    const match = PATTERN.exec(value);
    if (match === null) throw new RangeError('not a decimal number');
    const [, sign, whole, fraction = '', exponent = '0'] = match;
    const digits = whole + fraction;
    if (digits === '') throw new RangeError('a decimal number needs a digit');
    const scale = fraction.length - Number(exponent);
    if (!Number.isSafeInteger(Number(exponent)) || !Number.isSafeInteger(scale)) {
      throw new RangeError('the scale of a decimal number must be a safe integer');
    }
    const magnitude = BigInt(digits);
    return new BigDecimal(sign === '-' ? -magnitude : magnitude, scale);
  }

  /** All digits, without an exponent: `fromString('1.2E+3').toString()` is `'1200'`. */
  toString(): string {
    const { unscaledValue, scale } = this;
    if (scale === 0 || (scale < 0 && unscaledValue === 0n)) return unscaledValue.toString();
    if (scale < 0) return unscaledValue.toString() + '0'.repeat(-scale);
    const sign = unscaledValue < 0n ? '-' : '';
    const digits = (unscaledValue < 0n ? -unscaledValue : unscaledValue).toString().padStart(scale + 1, '0');
    return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  }
}
