import { flag, list, number, seconds, text, word, type Scalar } from './scalars.js';

/** The option that a field of the file sets, and the function that reads its value. `*` stands for a name chosen in the file. */
export interface Field {
  readonly option: readonly string[];
  readonly read: Scalar;
}

/** The fields that set a section's options, by their path below `hazelcast-client`. Most names are those of the options, with dashes. */
export type FileFields = Readonly<Record<string, Field>>;

/** Makes the field of an option. @param option its path with slashes, since names of properties have dots. */
type FieldOf = (option: string) => Field;

function reading(read: Scalar): FieldOf {
  return (option) => ({ option: option.split('/'), read });
}

export const asText: FieldOf = reading(text);
export const asNumber: FieldOf = reading(number);
export const asFlag: FieldOf = reading(flag);
export const asList: FieldOf = reading(list);
/** The file has seconds, the option milliseconds. */
export const asSeconds: FieldOf = reading(seconds);

/** The file has one of Java's words, the option the value beside it. */
export function asWord(option: string, words: Readonly<Record<string, unknown>>): Field {
  return reading(word(words))(option);
}
