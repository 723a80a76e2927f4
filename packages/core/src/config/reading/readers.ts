import { types } from 'node:util';
import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { describe, describeNumber, InvalidConfigurationError } from '@offloop/values';

/**
 * Checks one option and returns its effective value. `undefined` means that the option is not given.
 *
 * @param path the option's full name, for the message of the InvalidConfigurationError that it throws.
 */
export type Reader<T> = (value: unknown, path: string) => T;

/** Makes the error for a wrong option. Its message has the option's name, the kind of the given value, and what is accepted. */
export function rejected(path: string, value: unknown, accepted: string): InvalidConfigurationError {
  return wrong(path, `is ${describe(value)}`, accepted);
}

/** Makes the error for an option that should be a number. Its message shows the given number, as {@link rejected} does not. */
export function rejectedNumber(path: string, value: unknown, accepted: string): InvalidConfigurationError {
  return wrong(path, `is ${describeNumber(value)}`, accepted);
}

/**
 * Makes the error for a wrong option, with the reason in words. @param why what is wrong; never the value, which may be a secret.
 */
export function wrong(path: string, why: string, accepted: string): InvalidConfigurationError {
  return invalid(`${path} ${why}; accepted: ${accepted}`, path, accepted);
}

/** Beginning of the messages of all configuration errors, as in the official client: programs match on it. */
export const CONFIG_ERROR = 'Config validation error: ';

export function invalid(message: string, option: string, accepted?: string): InvalidConfigurationError {
  const error = new InvalidConfigurationError(CONFIG_ERROR + message);
  error.details = accepted === undefined ? { option } : { option, accepted };
  return error;
}

/** Makes a reader of an option that may be left out, and then has a default. */
export function optional<T>(read: Reader<T>, byDefault: T): Reader<T> {
  return (value, path) => (value === undefined ? byDefault : read(value, path));
}

/** The readers of a section's options, each with its check and its default. */
export type Options<T> = { readonly [K in keyof T]: Reader<T[K]> };

/** A section, checked: all options of `T` have a value. @typeParam Own the options whose checked value is of another type. */
export type Checked<T, Own = unknown> = Readonly<Omit<Required<T>, keyof Own> & Own>;

/**
 * Makes a reader of a section: an object with these options and no others. If it is not given, all its options have their
 * defaults.
 *
 * @param noun the official client's name for its options, in the error for an unknown one.
 */
export function section<T>(options: Options<T>, noun: string = 'option'): Reader<T> {
  const names = Object.keys(options) as Array<keyof T & string>;
  return (value, path) => {
    const parent = path === '' ? 'the configuration' : path;
    const given = objectOf(value ?? {}, parent);
    // Inherited options count: a configuration may be made from another with Object.create.
    for (const key in given) {
      if (!Object.hasOwn(options, key)) throw unknownOption(join(path, key), key, noun, parent, names);
    }
    return Object.fromEntries(names.map((key) => [key, options[key](given[key], join(path, key))])) as T;
  };
}

export const text: Reader<string> = (value, path) => {
  if (typeof value !== 'string' || value === '') throw rejected(path, value, 'a string that is not empty');
  return value;
};

export const flag: Reader<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw rejected(path, value, 'true or false');
  return value;
};

/** Makes a reader of a number from `min` to `max`. @param what its unit, for the error's message. */
export function number(what: string, min: number, max: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, path) => {
    // Written so that NaN fails.
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      throw rejectedNumber(path, value, range(`a number of ${what}`, min, max));
    }
    return value;
  };
}

/** Makes a reader of milliseconds from `min` to the longest delay of a timer. */
export function delay(min: number): Reader<number> {
  return number('milliseconds', min, LONGEST_DELAY_MILLIS);
}

export function integer(what: string, min: number, max: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  const read = number(what, min, max);
  return (value, path) => {
    if (typeof value === 'number' && !Number.isInteger(value)) {
      throw rejectedNumber(path, value, range(`a whole number of ${what}`, min, max));
    }
    return read(value, path);
  };
}

export function powerOfTwo(min: number, max: number): Reader<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !(value >= min && value <= max) || !Number.isInteger(Math.log2(value))) {
      throw rejectedNumber(path, value, range('a power of two of bytes', min, max));
    }
    return value;
  };
}

/** Makes a reader of one of some words, in upper or lower case, as in the official client. */
export function oneOf<T extends string>(words: readonly T[]): Reader<T> {
  return (value, path) => {
    const found =
      typeof value === 'string'
        ? words.find((each) => each.toLowerCase() === value.toLowerCase())
        : undefined;
    if (found === undefined) throw rejected(path, value, words.join(', '));
    return found;
  };
}

/** Makes a reader of an array, which is copied. */
export function arrayOf<T>(read: Reader<T>): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw rejected(path, value, 'an array');
    return value.map((each: unknown, index) => read(each, `${path}[${index}]`));
  };
}

/** Returns the names among `methods` for which the value has no function. */
export function missingOf(methods: readonly string[], value: unknown): string[] {
  const owner: object = Object(value);
  return methods.filter((each) => typeof Reflect.get(owner, each) !== 'function');
}

/** Makes a reader of a user's object with these methods. It is not copied. */
export function withMethods<T extends object>(methods: readonly string[]): Reader<T> {
  return (value, path) => {
    const missing = missingOf(methods, value);
    if (missing.length > 0) {
      throw rejected(
        path,
        value,
        `an object with the methods ${methods.join(', ')} (${missing.join(', ')} missing)`,
      );
    }
    return value as T;
  };
}

export function functionOf<T extends (...args: never[]) => unknown>(what: string): Reader<T> {
  return (value, path) => {
    if (typeof value !== 'function') throw rejected(path, value, what);
    return value as T;
  };
}

/** Reads factories: an object whose keys are ids (whole numbers of 32 bits) and whose values are functions, or an array of functions. */
export function factories<F extends (...args: never[]) => unknown>(
  value: unknown,
  path: string,
): ReadonlyMap<number, F> {
  const read = functionOf<F>('a function that makes an object of a class id');
  const given = Array.isArray(value) ? value : objectOf(value ?? {}, path);
  return new Map(
    Object.entries<unknown>(given).map(([key, each]) => {
      const id = Number(key);
      if (!Number.isInteger(id) || (id | 0) !== id)
        throw wrong(join(path, key), 'is not a factory id', 'whole numbers of 32 bits');
      return [id, read(each, `${path}[${key}]`)];
    }),
  );
}

function objectOf(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw rejected(path, value, 'an object');
  // A promise has none of the options, so all of them would silently have their defaults.
  if (types.isPromise(value)) throw rejected(path, value, 'an object: await the promise');
  return value as Record<string, unknown>;
}

function unknownOption(
  option: string,
  key: string,
  noun: string,
  parent: string,
  names: readonly string[],
): InvalidConfigurationError {
  const accepted = names.join(', ');
  const opening = `Unexpected ${noun} '${key}' is passed to the Hazelcast Client`;
  return invalid(`${opening}: ${option} is not an option; ${parent} has: ${accepted}`, option, accepted);
}

function join(path: string, key: string): string {
  if (path === '') return key;
  return key.includes('.') ? `${path}['${key}']` : `${path}.${key}`;
}

function range(what: string, min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER ? `${what}, at least ${min}` : `${what} from ${min} to ${max}`;
}
