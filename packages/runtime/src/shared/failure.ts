import { types } from 'node:util';

/** An error as it crosses threads. */
export interface Failure {
  readonly message: string;
  readonly name?: string;
  /** These are as Node gives them: `ECONNRESET`, `read`, … */
  readonly code?: string | number;
  readonly errno?: number;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  /** The errors behind that of several attempts: one for each address. */
  readonly errors?: readonly Failure[];
}

/** Returns what crosses of an error: name, message, and the properties that are text, numbers or booleans. */
export function failureOf(error: unknown): Failure {
  // `instanceof Error` would be false for an error of another realm, as it is in Jest.
  if (!types.isNativeError(error)) return { message: String(error) };
  const { name, message } = error;
  const details = Object.entries(error).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  const failure: Failure = { ...Object.fromEntries(details), name, message };
  const { errors } = error as { errors?: unknown };
  return Array.isArray(errors) ? { ...failure, errors: errors.map(failureOf) } : failure;
}

/** Makes an error again, of the same class where that is one of JavaScript's own. */
export function errorOf({ message, name = 'Error', errors, ...details }: Failure): Error {
  return Object.assign(make(name, message, errors), details);
}

function make(name: string, message: string, errors: readonly Failure[] | undefined): Error {
  if (errors !== undefined) return new AggregateError(errors.map(errorOf), message);
  if (name === 'TypeError') return new TypeError(message);
  if (name === 'RangeError') return new RangeError(message);
  return new Error(message);
}
