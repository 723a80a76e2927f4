const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** A decimal number of any precision, as `java.math.BigDecimal`: `unscaledValue` × 10 to the power of −`scale`. */
export class BigDecimal {
  readonly unscaledValue: bigint;
  /** Number of digits behind the decimal point; negative: number of zeros before it. Members take 32-bit integers. */
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
    if (typeof value !== 'string') throw new TypeError('String value expected by BigDecimal.fromString');
    const match = PATTERN.exec(value);
    if (match === null) throw new RangeError(whyNot(value));
    const [, sign, whole, fraction = '', exponent = '0'] = match;
    const digits = whole + fraction;
    if (digits === '') throw new RangeError('No digits found.');
    const scale = fraction.length - Number(exponent);
    if (!Number.isSafeInteger(Number(exponent)))
      throw new RangeError('Exponent overflow: it is no safe integer');
    if (!Number.isSafeInteger(scale)) throw new RangeError('Scale is out of range. It is no safe integer');
    const magnitude = BigInt(digits);
    return new BigDecimal(sign === '-' ? -magnitude : magnitude, scale);
  }

  /** Returns all digits, without an exponent: `fromString('1.2E+3').toString()` is `'1200'`. */
  toString(): string {
    const { unscaledValue, scale } = this;
    if (scale === 0 || (scale < 0 && unscaledValue === 0n)) return unscaledValue.toString();
    if (scale < 0) return unscaledValue.toString() + '0'.repeat(-scale);
    const sign = unscaledValue < 0n ? '-' : '';
    const digits = (unscaledValue < 0n ? -unscaledValue : unscaledValue).toString().padStart(scale + 1, '0');
    return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  }
}

/** Says what is wrong with a text, in the official client's words: programs match on them. */
function whyNot(value: string): string {
  const [, mark, exponent] = /^[+-]?[\d.]*(?:(.)(.*))?$/su.exec(value) ?? [];
  const digits = /^[+-]?[\d.]*/.exec(value)?.[0] ?? '';
  if (digits.split('.').length > 2) return 'String contains more than one decimal point.';
  if (mark !== undefined && mark.toLowerCase() !== 'e')
    return 'String is missing "e" notation exponential mark.';
  return exponent === undefined || /^[+-]?$/.test(exponent) ? 'No exponent digits' : 'Not a digit.';
}
