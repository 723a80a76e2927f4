import type { ObjectDataInput } from '../object-data-input.js';
import type { DataOutput } from '../serializer.js';

/** What may be written as a field. It is asked before anything is written, as JavaScript lets pass what types forbid. */
export interface Rule {
  /** In words, for an error. */
  readonly accepted: string;
  readonly accepts: (value: unknown) => boolean;
}

/** How the values of one type are written and read. */
export interface Codec<W, R = W> extends Rule {
  readonly write: (output: DataOutput, value: W) => void;
  /** Reads at the input's position, and leaves it behind the value. */
  readonly read: (input: ObjectDataInput) => R;
}

/** One whose `accepts` decides what it is given. */
export type FieldCodec = Codec<never, unknown>;

/** Also undefined, which the official client writes as null wherever null is allowed. */
export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether it is an array, or null, whose elements all are accepted; holes count as elements. */
export function isListOf(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => {
    if (isMissing(value)) return true;
    if (!Array.isArray(value)) return false;
    for (const each of value) if (!accepts(each)) return false;
    return true;
  };
}
