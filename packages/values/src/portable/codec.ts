import type { ObjectDataInput } from '../data/object-data-input.js';
import type { DataOutput } from '../data/serializer.js';
import { readElements, writeElements } from './positions.js';

const NULL_LENGTH = -1;

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

/** Whether a value is written as null: so is undefined, wherever null is allowed, as the official client does it. */
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

/** A mark of null, then the value. */
export function nullable<T>({ accepted, accepts, write, read }: Codec<T>): FieldCodec {
  return {
    accepted: `${accepted}, or null`,
    accepts: (value) => isMissing(value) || accepts(value),
    write: (output, value: T | null) => {
      output.writeBoolean(isMissing(value));
      if (!isMissing(value)) write(output, value);
    },
    read: (input) => (input.readBoolean() ? null : read(input)),
  };
}

/** A length, the table of positions, and the elements, none of which is null. */
export function arrayOf<T>({ accepted, accepts, write, read }: Codec<T>): FieldCodec {
  return {
    accepted: `an array, or null, of which each element is ${accepted}`,
    accepts: isListOf(accepts),
    write: (output, values: readonly T[] | null) => {
      output.writeInt(isMissing(values) ? NULL_LENGTH : values.length);
      if (isMissing(values) || values.length === 0) return;
      writeElements(output, values, (each) => write(output, each));
    },
    read: (input) => {
      const length = input.readInt();
      return length === NULL_LENGTH ? null : readElements(input, length, () => read(input));
    },
  };
}
