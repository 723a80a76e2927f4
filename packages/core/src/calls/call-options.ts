import { types } from 'node:util';
import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { describe, describeNumber, CancellationError, IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

/** Options of one call, the last argument of every operation that acquires nothing. */
export interface CallOptions {
  /** Milliseconds after which the promise rejects with OperationTimeoutError; the call may still run. Default: none. */
  readonly timeout?: number | undefined;
  /** Rejects the promise with CancellationError (its `cause` is the signal's reason); the call may still run. */
  readonly signal?: AbortSignal | undefined;
}

const NAMES: readonly (keyof CallOptions)[] = ['timeout', 'signal'];

/**
 * Checks the options of a call before it is sent. Returns undefined for a surplus argument in their place, which is ignored.
 *
 * Throws IllegalArgumentError naming what is wrong, and CancellationError when the signal is aborted already.
 */
export function limitsOf(
  given: CallOptions,
  operation: { readonly acquires: boolean },
): CallOptions | undefined {
  const options = givenOptions(given);
  if (options === undefined) return undefined;
  const { timeout, signal } = options;
  if (operation.acquires && (signal !== undefined || timeout !== undefined)) {
    throw new IllegalArgumentError(
      'this operation waits or acquires: giving it up would lose what it got, so it takes neither timeout nor signal',
    );
  }
  if (signal?.aborted === true) throw new CancellationError('the call was aborted', signal.reason);
  return options;
}

/**
 * Adds the usual timeout to a call that has none of its own, unless the member may answer as late as it likes, or giving the call
 * up would lose something.
 */
export function withUsual(
  options: CallOptions | undefined,
  { waits, acquires }: { readonly waits: boolean; readonly acquires: boolean },
  usual: CallOptions,
): CallOptions | undefined {
  if (waits || acquires || options?.timeout !== undefined) return options;
  return options === undefined ? usual : { ...options, ...usual };
}

/**
 * Returns the options that a caller gave; undefined if the argument in their place is not meant as options. Such an argument is
 * ignored, as by the official client: `['a', 'b'].map(queue.add, queue)` passes an index there.
 *
 * Throws IllegalArgumentError for options that are wrong or misspelt, and for a signal in their place.
 */
export function givenOptions(given: unknown): CallOptions | undefined {
  if (typeof given !== 'object' || given === null || !isLikeOptions(given)) return undefined;
  checkCallOptions(given);
  return given;
}

/** Throws IllegalArgumentError naming the option that is wrong or unknown, its value and what is accepted. */
export function checkCallOptions(options: unknown): asserts options is CallOptions {
  if (typeof options !== 'object' || options === null) {
    throw mustBe('options', '{ timeout, signal }', options);
  }
  checkOptionNames(options, 'a call', NAMES);
  const { timeout, signal } = options as { timeout?: unknown; signal?: unknown };
  if (timeout !== undefined && !isTimeout(timeout)) {
    throw new IllegalArgumentError(
      `timeout must be a whole number of milliseconds from 1 to ${LONGEST_DELAY_MILLIS}, got ${describeNumber(timeout)}`,
    );
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw mustBe('signal', 'an AbortSignal', signal);
  }
}

/**
 * Throws IllegalArgumentError naming an option that there is not: a limit that is misspelled would limit nothing.
 *
 * @param of what the options are of, for the message. @param names all that there are.
 */
export function checkOptionNames(options: object, of: string, names: readonly string[]): void {
  for (const name in options) if (!names.includes(name)) throw unknownOption(name, of, names);
}

/** Names that are probably meant as options, spelled right or nearly so. */
const LIKE_OPTION = /^(t[ime]{1,4}_?ou?t|s[ign]{3,4}al|abort)/i;
/** A name that is short and plain enough to be shown. */
const SHOWN_NAME = /^[\w$]{1,40}$/;

/**
 * Describes an argument that should have been a number, for an error message. Call options are named as such, since they are
 * easily put in the place of an argument that was left out.
 *
 * @param place place of the options among the call's arguments.
 */
export function describeArgument(value: unknown, place: string = 'last'): string {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return describeNumber(value);
  if (!isLikeOptions(value)) return describeNumber(value);
  return `options of a call, which are its ${place} argument: undefined takes the place of those that are left out`;
}

/** Returns true for an object that may be meant as options. An AbortSignal counts: it has `aborted`. */
function isLikeOptions(value: object): boolean {
  if ('timeout' in value || 'signal' in value) return true;
  for (const name in value) if (LIKE_OPTION.test(name)) return true;
  return false;
}

function unknownOption(name: string, of: string, names: readonly string[]): IllegalArgumentError {
  const what = SHOWN_NAME.test(name) ? name : `what is called by ${describe(name)}`;
  const known = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return new IllegalArgumentError(`${what} is no option of ${of}: there are ${known}`);
}

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_DELAY_MILLIS;
}
