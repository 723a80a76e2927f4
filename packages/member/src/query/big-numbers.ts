import { BigDecimal, type ObjectDataInput } from '@offloop/values';

import { cannotDeserialize, illegalArgument } from '../calls/errors.js';

/** Most digits of a whole number that a negative scale may produce; Java has no limit, but more would fill the memory. */
const MOST_DIGITS = 100_000;

/** A `BigInteger`, or a `BigDecimal`: `unscaled` × 10 to the power of −`scale`. */
export class BigNumber {
  readonly type: 'BigInteger' | 'BigDecimal';
  readonly unscaled: bigint;
  /** Number of digits behind the decimal point; 0 for a `BigInteger`. */
  readonly scale: number;

  constructor(type: BigNumber['type'], unscaled: bigint, scale: number = 0) {
    this.type = type;
    this.unscaled = unscaled;
    this.scale = scale;
  }

  static integer(value: bigint): BigNumber {
    return new BigNumber('BigInteger', value);
  }

  static decimal({ unscaledValue, scale }: BigDecimal): BigNumber {
    return new BigNumber('BigDecimal', unscaledValue, scale);
  }

  /** Returns true if Java's `equals` does: types, digits and scales are the same, so 0.10 does not equal 0.1. */
  equals(other: BigNumber): boolean {
    return this.type === other.type && this.unscaled === other.unscaled && this.scale === other.scale;
  }

  /** Compares the numeric values, whatever the scales: negative if this one is less. */
  compare(other: BigNumber): number {
    const sign = signOf(this.unscaled);
    if (sign !== signOf(other.unscaled)) return sign - signOf(other.unscaled);
    // The power of ten of the first digit decides. If it is the same, the scales differ by no more than the number of digits.
    const order = this.#order - other.#order;
    if (sign === 0 || order !== 0) return sign * order;
    const scale = Math.max(this.scale, other.scale);
    return signOf(this.#at(scale) - other.#at(scale));
  }

  toNumber(): number {
    return Number(`${this.unscaled}e${-this.scale}`);
  }

  /** Returns the whole part. Throws MemberError if that has too many digits. */
  toWhole(): bigint {
    if (this.scale > 0) return this.#order <= 0 ? 0n : this.unscaled / 10n ** BigInt(this.scale);
    if (this.unscaled !== 0n && -this.scale > MOST_DIGITS)
      throw illegalArgument(`A whole number of more than ${MOST_DIGITS} digits`);
    return this.#at(0);
  }

  /** Returns all digits, without an exponent, as Java prints a `BigDecimal` of the usual range. */
  toString(): string {
    return String(this.scale <= 0 ? this.toWhole() : new BigDecimal(this.unscaled, this.scale));
  }

  /** Number of digits before the decimal point; 0 or less if there are none. */
  get #order(): number {
    return magnitude(this.unscaled).length - this.scale;
  }

  #at(scale: number): bigint {
    return this.unscaled * 10n ** BigInt(scale - this.scale);
  }
}

/** Parses digits, for a `BigDecimal` also a fraction and an exponent; undefined if the text is something else. */
export function parseBigNumber(text: string, type: BigNumber['type']): BigNumber | undefined {
  if (type === 'BigInteger') return /^[+-]?\d+$/.test(text) ? BigNumber.integer(BigInt(text)) : undefined;
  try {
    const { unscaledValue, scale } = BigDecimal.fromString(text);
    return (scale | 0) === scale ? new BigNumber(type, unscaledValue, scale) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a `BigInteger`. Throws MemberError if it is null, and as {@link ObjectDataInput} does. */
export function readBigInt(input: ObjectDataInput): bigint {
  const value = input.readBigInteger();
  if (value === null) throw cannotDeserialize('a BigInteger without digits');
  return value;
}

function signOf(value: bigint): number {
  return Number(value > 0n) - Number(value < 0n);
}

function magnitude(value: bigint): string {
  return String(value < 0n ? -value : value);
}
