import { types } from 'node:util';
import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { describe, describeNumber } from '../errors/describe.js';
import { CancellationError, IllegalArgumentError } from '../errors/hierarchy.js';

/** Last argument of every operation that acquires nothing. */
export interface CallOptions {
  /** Milliseconds after which the promise rejects with OperationTimeoutError; the call may still run. Default: none. */
  readonly timeout?: number | undefined;
  /** Rejects the promise with CancellationError (its `cause` is the signal's reason); the call may still run. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks the options of a call before it is sent. Throws IllegalArgumentError naming what is wrong, and CancellationError when the
 * signal is aborted already.
 */
export function checkLimits(options: CallOptions, operation: { readonly acquires: boolean }): void {
  checkCallOptions(options);
  const { timeout, signal } = options;
  if (operation.acquires && (signal !== undefined || timeout !== undefined)) {
    throw new IllegalArgumentError(
      'this operation waits or acquires: giving it up would lose what it got, so it takes neither timeout nor signal',
    );
  }
  if (signal?.aborted === true) throw new CancellationError('the call was aborted', signal.reason);
}

/** Adds the usual timeout to a call that has none of its own, unless it rests on the member, or giving it up would lose something. */
export function withUsual(
  options: CallOptions | undefined,
  { waits, acquires }: { readonly waits: boolean; readonly acquires: boolean },
  usual: CallOptions,
): CallOptions | undefined {
  if (waits || acquires || options?.timeout !== undefined) return options;
  return options === undefined ? usual : { ...options, ...usual };
}

/** Whether they are what they should be. Throws IllegalArgumentError naming the option, its value and what is accepted. */
export function checkCallOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new IllegalArgumentError(`options must be { timeout, signal }, got ${describe(options)}`);
  }
  // Names unknown options: a limit that is misspelled would limit nothing.
  for (const name in options) if (name !== 'timeout' && name !== 'signal') throw unknownOption(name);
  const { timeout, signal } = options as { timeout?: unknown; signal?: unknown };
  if (timeout !== undefined && !isTimeout(timeout)) {
    throw new IllegalArgumentError(
      `timeout must be a whole number of milliseconds from 1 to ${LONGEST_DELAY_MILLIS}, got ${describeNumber(timeout)}`,
    );
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new IllegalArgumentError(`signal must be an AbortSignal, got ${describe(signal)}`);
  }
}

/** Options that somebody may have meant, as they are spelled or nearly so. */
const LIKE_OPTION = /^(time_?out|signal)/i;
/** What is short and plain enough to be shown. */
const SHOWN_NAME = /^[\w$]{1,40}$/;

/**
 * For the message about an argument that is a number by rights: what it got instead. The options of a call are easily put in the
 * place of an argument that was left out, so they are named.
 *
 * @param place of the options among the call's arguments.
 */
export function describeArgument(value: unknown, place: string = 'last'): string {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return describeNumber(value);
  if (!Object.keys(value).some((name) => LIKE_OPTION.test(name))) return describeNumber(value);
  return `options of a call, which are its ${place} argument: undefined takes the place of those that are left out`;
}

function unknownOption(name: string): IllegalArgumentError {
  const what = SHOWN_NAME.test(name) ? name : `what is called by ${describe(name)}`;
  return new IllegalArgumentError(`${what} is no option of a call: there are timeout and signal`);
}

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_DELAY_MILLIS;
}
