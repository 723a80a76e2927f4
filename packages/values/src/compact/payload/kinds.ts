import * as elements from './elements.js';
import type { Element, FixedElement } from './elements.js';
import { FieldKind } from '../schema/field-kind.js';
import * as times from './time-elements.js';

/** Layouts of a field's value in a payload. */
export const Form = {
  /** One element in the fixed part. */
  FIXED: 'fixed',
  /** One element in the variable part, or null. */
  SINGLE: 'single',
  /** A count, then elements of fixed size; booleans as bits. */
  ARRAY: 'array',
  /** Elements of any size, each of which may be null, with a table of offsets. */
  ITEMS: 'items',
} as const;
export type Form = (typeof Form)[keyof typeof Form];

export type KindSpec =
  | { readonly form: typeof Form.FIXED | typeof Form.ARRAY; readonly element: FixedElement }
  | { readonly form: typeof Form.SINGLE | typeof Form.ITEMS; readonly element: Element };

/** Layout of each kind but those of Compact values within others, whose elements the serializers write. */
const SPECS: readonly (KindSpec | undefined)[] = specs();

/** Returns how a kind is laid out; undefined for `COMPACT` and `ARRAY_OF_COMPACT`. */
export function specOf(kind: FieldKind): KindSpec | undefined {
  return SPECS[kind];
}

function specs(): readonly (KindSpec | undefined)[] {
  const k = FieldKind;
  const table: (KindSpec | undefined)[] = [];
  const fixed = (element: FixedElement, plain: FieldKind, nullable: FieldKind): void => {
    table[plain] = { form: Form.FIXED, element };
    // An array of a kind is the next number.
    table[plain + 1] = { form: Form.ARRAY, element };
    table[nullable] = { form: Form.SINGLE, element };
    table[nullable + 1] = { form: Form.ITEMS, element };
  };
  const variable = (element: Element, kind: FieldKind): void => {
    table[kind] = { form: Form.SINGLE, element };
    table[kind + 1] = { form: Form.ITEMS, element };
  };
  fixed(elements.BOOLEAN, k.BOOLEAN, k.NULLABLE_BOOLEAN);
  fixed(elements.INT8, k.INT8, k.NULLABLE_INT8);
  fixed(elements.INT16, k.INT16, k.NULLABLE_INT16);
  fixed(elements.INT32, k.INT32, k.NULLABLE_INT32);
  fixed(elements.INT64, k.INT64, k.NULLABLE_INT64);
  fixed(elements.FLOAT32, k.FLOAT32, k.NULLABLE_FLOAT32);
  fixed(elements.FLOAT64, k.FLOAT64, k.NULLABLE_FLOAT64);
  variable(elements.STRING, k.STRING);
  variable(times.DECIMAL, k.DECIMAL);
  variable(times.TIME, k.TIME);
  variable(times.DATE, k.DATE);
  variable(times.TIMESTAMP, k.TIMESTAMP);
  variable(times.TIMESTAMP_WITH_TIMEZONE, k.TIMESTAMP_WITH_TIMEZONE);
  return table;
}
