import { classCast, illegalArgument, numberFormat } from '../calls/errors.js';
import { JavaNumber, Opaque, WHOLE_BITS, type JavaValue, type NumberType } from './java-values.js';

/** The greatest long, and the number of different ones. */
const LONG_MAX = 2n ** 63n - 1n;

/** The value of a query in the type of the attribute that it is compared with, as members convert it. Throws MemberError. */
export function converted(given: JavaValue, attribute: JavaValue): JavaValue {
  if (given === null || attribute === null) return given;
  if (typeof attribute === 'string') return typeof given === 'string' ? given : javaText(given);
  if (typeof attribute === 'boolean') {
    if (typeof given === 'boolean') return given;
    if (typeof given === 'string') return given.toLowerCase() === 'true';
    if (given instanceof JavaNumber) return Number(given.value) !== 0;
  }
  if (attribute instanceof JavaNumber) {
    // Numbers of two types are compared by their worth.
    if (given instanceof JavaNumber) return given;
    if (typeof given === 'string') return parsed(given, attribute.type);
  }
  if (attribute instanceof Opaque) return given;
  throw illegalArgument(`A ${kindOf(given)} cannot be compared with a ${kindOf(attribute)}`);
}

/** A number as a whole one of so many bits. Throws MemberError for a fraction, and for a number out of range. */
export function exactly(value: JavaNumber, bits: 32 | 64): bigint {
  const whole = cast(value, bits === 32 ? 'int' : 'long').value;
  if (whole == value.value) return BigInt(whole);
  throw illegalArgument(`A ${value.type} cannot be taken for ${bits} bits exactly`);
}

/** Whether two values of one type are equal, or two numbers of any types. */
export function areEqual(a: JavaValue, b: JavaValue): boolean {
  if (a instanceof JavaNumber && b instanceof JavaNumber) {
    // Java tells 0.0 from -0.0, and takes NaN for equal to itself.
    return a.type === b.type ? Object.is(a.value, b.value) : a.value == b.value;
  }
  if (a instanceof Opaque && b instanceof Opaque) return a.bytes.equals(b.bytes);
  return a === b;
}

/** Negative where `a` comes first, positive where `b` does. Throws MemberError for values without an order. */
export function compare(a: JavaValue, b: JavaValue): number {
  if (a instanceof JavaNumber && b instanceof JavaNumber) return compareNumbers(a.value, b.value);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
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

/** A number in another type, as Java casts it: fractions are cut off, and what is too great wraps around or is the greatest. */
export function cast({ type, value }: JavaNumber, to: NumberType): JavaNumber {
  if (type === to) return new JavaNumber(type, value);
  const bits = WHOLE_BITS[to];
  if (bits === undefined)
    return new JavaNumber(to, to === 'float' ? Math.fround(Number(value)) : Number(value));
  if (typeof value === 'bigint') return new JavaNumber(to, BigInt.asIntN(bits, value));
  // Narrower types than an int go by way of it.
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
  if (typeof value === 'boolean') return String(value);
  throw illegalArgument(`A ${kindOf(value)} has no text`);
}

function kindOf(value: JavaValue): string {
  if (value instanceof JavaNumber) return value.type;
  return value === null || typeof value !== 'object' ? typeof value : value.constructor.name;
}
