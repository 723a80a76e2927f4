import Long from 'long';
import type { ObjectDataInput } from '../../data/object-data-input.js';
import type { PayloadOutput } from './payload-output.js';

/** Results of checking a value: right, of the wrong type, out of range. */
export const Problem = { NONE: 0, TYPE: 1, RANGE: 2 } as const;
export type Problem = (typeof Problem)[keyof typeof Problem];

/**
 * Codec of one value within a payload: checks, writes and reads it. The value is never null.
 *
 * @typeParam T the type that is written once `problemOf` has found no problem; `never` where elements of many types are handled.
 */
export interface Element<T = never> {
  /** The values that are accepted, in words for an error's message. */
  readonly takes: string;
  readonly problemOf: (value: unknown) => Problem;
  readonly write: (output: PayloadOutput, value: T) => void;
  readonly read: (input: ObjectDataInput) => unknown;
}

/** Codec of values that always have the same number of bytes. */
export interface FixedElement<T = never> extends Element<T> {
  readonly bytes: number;
  readonly put: (output: PayloadOutput, at: number, value: T) => void;
  /** Reads at `position` and does not move the input; without it, reads at the input's position and moves behind the value. */
  readonly read: (input: ObjectDataInput, position?: number) => unknown;
}

function fixed<T>(
  bytes: number,
  takes: string,
  problemOf: (value: unknown) => Problem,
  put: (output: PayloadOutput, at: number, value: T) => void,
  read: (input: ObjectDataInput, position?: number) => T,
): FixedElement<T> {
  return {
    bytes,
    takes,
    problemOf,
    put,
    read,
    write: (output, value) => put(output, output.claim(bytes), value),
  };
}

/** Makes the codec of an integer of this many bits. Fractions are cut off. */
function integer(
  bits: number,
  put: (output: PayloadOutput, at: number, value: number) => void,
  read: (input: ObjectDataInput, position?: number) => number,
): FixedElement<number> {
  const end = 2 ** (bits - 1);
  const problemOf = (value: unknown): Problem => {
    if (typeof value !== 'number') return Problem.TYPE;
    const whole = Math.trunc(value);
    // Written so that NaN, which is in no order to anything, is out of range.
    return whole >= -end && whole < end ? Problem.NONE : Problem.RANGE;
  };
  return fixed(bits / 8, `a number in range [${-end}, ${end - 1}]`, problemOf, put, read);
}

function ofType(type: 'number' | 'boolean' | 'string'): (value: unknown) => Problem {
  return (value) => (typeof value === type ? Problem.NONE : Problem.TYPE);
}

export const BOOLEAN: FixedElement<boolean> = fixed(
  1,
  'a boolean',
  ofType('boolean'),
  (output, at, value) => output.putByte(at, value ? 1 : 0),
  (input, position) => input.readBoolean(position),
);

export const INT8: FixedElement<number> = integer(
  8,
  (output, at, value) => output.putByte(at, value),
  (input, position) => (input.readByte(position) << 24) >> 24,
);

export const INT16: FixedElement<number> = integer(
  16,
  (output, at, value) => output.putInt16(at, value),
  (input, position) => input.readShort(position),
);

export const INT32: FixedElement<number> = integer(
  32,
  (output, at, value) => output.putInt32(at, value),
  (input, position) => input.readInt(position),
);

export const INT64: FixedElement<Long> = fixed(
  8,
  'a Long',
  (value) => (Long.isLong(value) ? Problem.NONE : Problem.TYPE),
  (output, at, value) => output.putInt64(at, value.high, value.low),
  (input, position) => input.readLong(position),
);

export const FLOAT32: FixedElement<number> = fixed(
  4,
  'a number',
  ofType('number'),
  (output, at, value) => output.putFloat32(at, value),
  (input, position) => input.readFloat(position),
);

export const FLOAT64: FixedElement<number> = fixed(
  8,
  'a number',
  ofType('number'),
  (output, at, value) => output.putFloat64(at, value),
  (input, position) => input.readDouble(position),
);

export const STRING: Element<string> = {
  takes: 'a string',
  problemOf: ofType('string'),
  write: (output, value) => output.writeText(value),
  // The official client writes a string that is undefined as one of the length −1; members, too, read it as null.
  read: (input) => input.readString(),
};
