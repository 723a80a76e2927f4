import type { ObjectDataInput } from '../data/object-data-input.js';
import type { DataOutput } from '../data/serializer.js';
import { readElements, writeElements } from './positions.js';

const NULL_LENGTH = -1;

/**
 * Decides which values may be written as a field. It is asked before anything is written, as JavaScript lets pass what types
 * forbid.
 */
export interface Rule {
  /** The accepted values, in words for an error. */
  readonly accepted: string;
  readonly accepts: (value: unknown) => boolean;
}

/** Writes and reads the values of one type. */
export interface Codec<W, R = W> extends Rule {
  readonly write: (output: DataOutput, value: W) => void;
  /** Reads at the input's position, and leaves it behind the value. */
  readonly read: (input: ObjectDataInput) => R;
}

/** A codec of unknown types; `accepts` decides which values it may be given. */
export type FieldCodec = Codec<never, unknown>;

/** Returns true for null and undefined, which are both written as null where null is allowed, as by the official client. */
export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Makes a check for an array, or null, whose elements are all accepted; holes count as elements. */
export function isListOf(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => {
    if (isMissing(value)) return true;
    if (!Array.isArray(value)) return false;
    for (const each of value) if (!accepts(each)) return false;
    return true;
  };
}

/** Makes a codec that writes a mark of null before the value. */
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

/** Makes a codec of arrays: a length, the table of positions, and the elements, none of which is null. */
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
