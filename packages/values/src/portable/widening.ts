import Long from 'long';
import { FieldType } from './field-type.js';

type Widen = (value: never) => unknown;

const same: Widen = (value: number) => value;
const unit: Widen = (value: string) => value.charCodeAt(0);
const toLong: Widen = (value: number) => Long.fromNumber(value);
const unitToLong: Widen = (value: string) => Long.fromNumber(value.charCodeAt(0));
const { BYTE, CHAR, SHORT, INT, LONG, FLOAT, DOUBLE } = FieldType;

/** The rules of Java and of the official client: the type that is asked for, then the one that is there. */
const WIDENINGS: { readonly [wanted in FieldType]?: { readonly [found in FieldType]?: Widen } } = {
  [SHORT]: { [BYTE]: same },
  [INT]: { [BYTE]: same, [CHAR]: unit, [SHORT]: same },
  [LONG]: { [BYTE]: toLong, [CHAR]: unitToLong, [SHORT]: toLong, [INT]: toLong },
  [FLOAT]: { [BYTE]: same, [CHAR]: unit, [SHORT]: same, [INT]: same },
  [DOUBLE]: {
    [BYTE]: same,
    [CHAR]: unit,
    [SHORT]: same,
    [INT]: same,
    [FLOAT]: same,
    [LONG]: (value: Long) => value.toNumber(),
  },
};

/**
 * Returns the function that converts a value of a field that another class version wrote to the type asked for; undefined if
 * there is no such conversion.
 */
export function wideningOf(found: FieldType, wanted: FieldType): Widen | undefined {
  return WIDENINGS[wanted]?.[found];
}
