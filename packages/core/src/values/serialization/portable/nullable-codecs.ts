import { isListOf, isMissing, type Codec, type FieldCodec } from './codec.js';
import { readElements, writeElements } from './positions.js';

const NULL_LENGTH = -1;

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
