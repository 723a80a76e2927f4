import { describe, InvalidConfigurationError } from '@offloop/values';

/** Converts the value in a file or variable to an option's value. Throws InvalidConfigurationError naming the field, never its value. */
export type Scalar = (value: unknown, field: string) => unknown;

/** Makes the error for a field. @param field its dotted path in the file, or the name of its variable. */
export function refused(field: string, why: string, accepted: string): InvalidConfigurationError {
  const error = new InvalidConfigurationError(`${field} ${why}; accepted: ${accepted}`);
  error.details = { option: field, accepted };
  return error;
}

function wrongKind(field: string, value: unknown, accepted: string): InvalidConfigurationError {
  return refused(field, `is ${describe(value)}`, accepted);
}

export const text: Scalar = (value, field) => {
  // YAML reads a name such as 42 as a number.
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw wrongKind(field, value, 'text');
};

/** Reads a number. Numbers and flags may be text, too: Java clients allow it, and variables are always text. */
export const number: Scalar = (value, field) => {
  const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof given === 'number' && !Number.isNaN(given)) return given;
  throw wrongKind(field, value, 'a number');
};

export const flag: Scalar = (value, field) => {
  if (typeof value === 'boolean') return value;
  const given = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (given === 'true' || given === 'false') return given === 'true';
  throw wrongKind(field, value, 'true or false');
};

/** Reads a list: a sequence in a file, or text with commas in a variable. */
export const list: Scalar = (value, field) => {
  if (Array.isArray(value)) return value.map((each, index) => text(each, `${field}[${index}]`));
  if (typeof value !== 'string') throw wrongKind(field, value, 'a list');
  return value.split(',').map((each) => each.trim());
};

/** Makes a reader of Java's words, in any case, that translates each to this client's value. */
export function word(words: Readonly<Record<string, unknown>>): Scalar {
  return (value, field) => {
    const given = typeof value === 'string' ? value.toUpperCase().replaceAll('-', '_') : '';
    if (Object.hasOwn(words, given)) return words[given];
    throw wrongKind(field, value, Object.keys(words).join(', '));
  };
}

export const seconds: Scalar = (value, field) => (number(value, field) as number) * 1000;
