import { TypeId } from '@offloop/wire';

import { classCast, dateFormat, illegalArgument, numberFormat } from '../calls/errors.js';
import { BigNumber, parseBigNumber } from './big-numbers.js';
import { JavaNumber, Opaque, Ordered, WHOLE_BITS, type JavaValue, type NumberType } from './java-values.js';
import { momentOfMillis, parseMoment, type MomentType } from './moments.js';

/** The greatest long. */
const LONG_MAX = 2n ** 63n - 1n;

/**
 * Converts a value of a query to the type of the attribute it is compared with, as members do. Throws MemberError if it cannot be
 * converted.
 */
export function converted(given: JavaValue, attribute: JavaValue): JavaValue {
  if (given === null || attribute === null) return given;
  if (typeof attribute === 'string') return typeof given === 'string' ? given : javaText(given);
  if (typeof attribute === 'boolean') {
    if (typeof given === 'boolean') return given;
    if (typeof given === 'string') return given.toLowerCase() === 'true';
    // Only the whole part counts, as in Java.
    if (given instanceof JavaNumber || given instanceof BigNumber) return cast(given, 'int').value !== 0n;
  }
  if (attribute instanceof JavaNumber) {
    // Numbers of two types are compared by their numeric values.
    if (given instanceof JavaNumber || given instanceof BigNumber) return given;
    if (typeof given === 'string') return parsed(given, attribute.type);
  }
  if (attribute instanceof BigNumber) return asBig(given, attribute.type);
  if (attribute instanceof Ordered) return asOrdered(given, attribute.type as MomentType);
  if (attribute instanceof Opaque) return given;
  throw illegalArgument(`A ${kindOf(given)} cannot be compared with a ${kindOf(attribute)}`);
}

function asBig(given: JavaValue, type: BigNumber['type']): BigNumber {
  if (given instanceof BigNumber) {
    if (given.type === type) return given;
    return type === 'BigInteger' ? BigNumber.integer(given.toWhole()) : new BigNumber(type, given.unscaled);
  }
  if (typeof given === 'boolean') return new BigNumber(type, given ? 1n : 0n);
  const text = given instanceof JavaNumber ? javaText(given) : given;
  // A number loses its fraction; a text must not have one.
  const found =
    typeof text === 'string' ? parseBigNumber(text, given === text ? type : 'BigDecimal') : undefined;
  if (found === undefined) throw numberFormat(type);
  return type === 'BigInteger' && found.type === 'BigDecimal' ? BigNumber.integer(found.toWhole()) : found;
}

function asOrdered(given: JavaValue, type: MomentType): Ordered {
  if (given instanceof Ordered && given.type === type) return given;
  if (typeof given === 'string') {
    const found = parseMoment(given, type);
    if (found !== undefined) return found;
    if (type === TypeId.UUID) throw illegalArgument('The value of a query is no UUID');
    throw dateFormat();
  }
  const isNumber = given instanceof JavaNumber || given instanceof BigNumber;
  const millis = isNumber ? asBig(given, 'BigInteger').toWhole() : undefined;
  const found = millis === undefined ? undefined : momentOfMillis(millis, type);
  if (found === undefined)
    throw illegalArgument(`A ${kindOf(given)} cannot be compared with a date or a UUID`);
  return found;
}

/** Returns a number as a whole number of 32 or 64 bits. Throws MemberError for a fraction, and for a number out of range. */
export function exactly(value: JavaNumber | BigNumber, bits: 32 | 64): bigint {
  if (value instanceof BigNumber)
    throw illegalArgument(`A ${value.type} cannot be taken for ${bits} bits exactly`);
  const whole = cast(value, bits === 32 ? 'int' : 'long').value;
  if (whole == value.value) return BigInt(whole);
  throw illegalArgument(`A ${value.type} cannot be taken for ${bits} bits exactly`);
}

/**
 * Returns true if two values of one type are equal as in Java, or two Java numbers of different types have the same numeric
 * value.
 */
export function areEqual(a: JavaValue, b: JavaValue): boolean {
  if (a instanceof JavaNumber && b instanceof JavaNumber) {
    // Java distinguishes 0.0 from -0.0, and NaN equals itself.
    return a.type === b.type ? Object.is(a.value, b.value) : a.value == b.value;
  }
  if (a instanceof BigNumber && b instanceof BigNumber) return a.equals(b);
  if (a instanceof Ordered && b instanceof Ordered) return a.type === b.type && a.place === b.place;
  if (a instanceof Opaque && b instanceof Opaque) return a.bytes.equals(b.bytes);
  return a === b;
}

/** Compares two values: negative if `a` comes first, positive if `b` does. Throws MemberError for values without an order. */
export function compare(a: JavaValue, b: JavaValue): number {
  if (a instanceof JavaNumber && b instanceof JavaNumber) return compareNumbers(a.value, b.value);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof BigNumber && b instanceof BigNumber && a.type === b.type) return a.compare(b);
  if (a instanceof Ordered && b instanceof Ordered && a.type === b.type)
    return Number(a.place > b.place) - Number(a.place < b.place);
  throw classCast(`A ${kindOf(a)} cannot be ordered with a ${kindOf(b)}`);
}

function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  // NaN is the greatest, and -0.0 comes before 0.0.
  const isNan = (value: bigint | number): number => Number(Number.isNaN(value));
  if (isNan(a) !== isNan(b)) return isNan(a) - isNan(b);
  return Number(Object.is(b, -0)) - Number(Object.is(a, -0));
}

/**
 * Casts a number to another type as Java does: fractions are cut off; what is too great wraps around, or becomes the greatest
 * value of the type.
 */
export function cast(given: JavaNumber | BigNumber, to: NumberType): JavaNumber {
  if (given instanceof BigNumber)
    return WHOLE_BITS[to] === undefined
      ? new JavaNumber(to, given.toNumber())
      : new JavaNumber(to, BigInt.asIntN(WHOLE_BITS[to], given.toWhole()));
  const { type, value } = given;
  if (type === to) return new JavaNumber(type, value);
  const bits = WHOLE_BITS[to];
  if (bits === undefined)
    return new JavaNumber(to, to === 'float' ? Math.fround(Number(value)) : Number(value));
  if (typeof value === 'bigint') return new JavaNumber(to, BigInt.asIntN(bits, value));
  // Types narrower than an int are cast to int first.
  const whole = saturated(value, to === 'long' ? 64 : 32);
  return new JavaNumber(to, BigInt.asIntN(bits, whole));
}

function saturated(value: number, bits: number): bigint {
  if (Number.isNaN(value)) return 0n;
  const greatest = bits === 64 ? LONG_MAX : 2n ** 31n - 1n;
  if (value >= Number(greatest)) return greatest;
  if (value <= -Number(greatest) - 1) return -greatest - 1n;
  return BigInt(Math.trunc(value));
}

function parsed(text: string, type: NumberType): JavaNumber {
  const bits = WHOLE_BITS[type];
  if (bits === undefined) {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isNaN(value) && text.trim() !== 'NaN') throw numberFormat(type);
    return new JavaNumber(type, type === 'float' ? Math.fround(value) : value);
  }
  // A text with a decimal point is a double, whatever the type of the attribute.
  if (/^[+-]?\d*\.\d*$/.test(text)) return parsed(text, 'double');
  if (!/^[+-]?\d+$/.test(text)) throw numberFormat(type);
  const value = BigInt(text.replace('+', ''));
  if (BigInt.asIntN(bits, value) !== value) throw numberFormat(type);
  return new JavaNumber(type, value);
}

function javaText(value: JavaValue): string {
  if (value instanceof JavaNumber) {
    const text = String(value.value);
    return typeof value.value === 'number' && Number.isInteger(value.value) ? `${text}.0` : text;
  }
  if (typeof value === 'boolean' || value instanceof BigNumber) return String(value);
  throw illegalArgument(`A ${kindOf(value)} has no text`);
}

function kindOf(value: JavaValue): string {
  if (value instanceof JavaNumber || value instanceof BigNumber) return value.type;
  return value === null || typeof value !== 'object' ? typeof value : value.constructor.name;
}
