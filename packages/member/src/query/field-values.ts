import { BigDecimal } from '@offloop/values';

import { BigNumber } from './big-numbers.js';
import {
  JavaList,
  JavaNumber,
  Structure,
  type JavaValue,
  type Moment,
  type NumberType,
} from './java-values.js';
import { momentOf } from './moments.js';

/** A `Long`. */
interface Int64 {
  toBigInt(): bigint;
}

/** Java's number types whose values are read as JavaScript numbers. */
export type SmallNumber = Exclude<NumberType, 'long'>;

/** The value of a field of a Compact or Portable value as `@offloop/values` reads it, with a structure for each object in it. */
export type FieldValue =
  | null
  | boolean
  | string
  | number
  | Int64
  | BigDecimal
  | Exclude<Moment, Date>
  | Structure
  | Buffer
  | readonly FieldValue[];

/** Converts the value of a field. @param numbers Java's type of the numbers in it. */
export function javaValueOf(value: FieldValue, numbers: SmallNumber): JavaValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return JavaNumber.of(numbers, value);
  if (value instanceof Structure) return value;
  if (value instanceof BigDecimal) return BigNumber.decimal(value);
  if ('toBigInt' in value) return new JavaNumber('long', value.toBigInt());
  if (isList(value)) {
    const items = Array.from(value, (each: FieldValue) => javaValueOf(each, numbers));
    return new JavaList(() => items);
  }
  return momentOf(value);
}

function isList(value: object): value is Buffer | readonly FieldValue[] {
  return Array.isArray(value) || Buffer.isBuffer(value);
}
