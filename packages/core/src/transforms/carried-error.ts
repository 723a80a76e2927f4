import { types } from 'node:util';
import { describe } from '@offloop/values';

/** A thrown value in the form that crosses threads. The structured clone of an error loses its class's name and its code. */
export type Carried =
  | {
      readonly kind: 'error';
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      readonly code: string | number | undefined;
      readonly cause: Carried | undefined;
      /** The errors of an AggregateError; undefined for any other. */
      readonly errors: readonly Carried[] | undefined;
    }
  /** Any other thrown value: a primitive as it is, an object described. */
  | { readonly kind: 'value'; readonly value: unknown };

/** Most levels of causes that are carried, as a chain of causes may be a ring. */
const MAX_DEPTH = 8;
/** Most errors of an AggregateError that are carried. */
const MAX_ERRORS = 16;

const BUILT_IN: Readonly<Record<string, ErrorConstructor>> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

export function carry(thrown: unknown, depth: number = 0): Carried {
  if (!(types.isNativeError(thrown) || thrown instanceof Error)) {
    const isPlain = thrown === null || (typeof thrown !== 'object' && typeof thrown !== 'function');
    return { kind: 'value', value: isPlain && typeof thrown !== 'symbol' ? thrown : describe(thrown) };
  }
  const deeper = (inner: unknown): Carried => carry(inner, depth + 1);
  const { name, message, code, errors, cause } = thrown as Loose;
  const goesOn = depth < MAX_DEPTH;
  return {
    kind: 'error',
    name: asText(name),
    message: asText(message),
    stack: typeof thrown.stack === 'string' ? thrown.stack : undefined,
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    cause: goesOn && cause !== undefined ? deeper(cause) : undefined,
    errors: goesOn && Array.isArray(errors) ? errors.slice(0, MAX_ERRORS).map(deeper) : undefined,
  };
}

/** An error whose properties may be of any type. */
interface Loose {
  readonly name: unknown;
  readonly message: unknown;
  readonly code?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
}

/** Returns a property as text, since a subclass may have made anything of its name. */
function asText(property: unknown): string {
  return typeof property === 'string' ? property : describe(property);
}

/** Rebuilds a carried error with its name, message, stack, code and causes, or returns the carried value. */
export function revive(carried: Carried): unknown {
  if (carried.kind === 'value') return carried.value;
  const { name, message, stack, code, cause, errors } = carried;
  const options = cause === undefined ? undefined : { cause: revive(cause) };
  const error =
    errors === undefined
      ? new (BUILT_IN[name] ?? Error)(message, options)
      : new AggregateError(errors.map(revive), message, options);
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name, configurable: true });
  if (stack !== undefined) error.stack = stack;
  if (code !== undefined) Object.assign(error, { code });
  return error;
}
