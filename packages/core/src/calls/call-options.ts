import { describe, describeNumber } from '../errors/describe.js';
import { CancellationError, IllegalArgumentError } from '../errors/hierarchy.js';

/** Last argument of every operation that acquires nothing. */
export interface CallOptions {
  /** Milliseconds after which the promise rejects with OperationTimeoutError; the call may still run. Default: none. */
  readonly timeout?: number;
  /** Rejects the promise with CancellationError (its `cause` is the signal's reason); the call may still run. */
  readonly signal?: AbortSignal;
}

/** A timer's longest delay; a longer one would fire at once. */
const MAX_TIMEOUT_MILLIS = 0x7fffffff;

/**
 * @returns the timeout of a call in milliseconds, 0 for none. Throws IllegalArgumentError naming what is wrong, and
 * CancellationError when the signal is aborted already.
 */
export function timeoutOf(
  options: CallOptions | undefined,
  operation: { readonly acquires: boolean },
): number {
  if (options === undefined) return 0;
  checkCallOptions(options);
  const { timeout, signal } = options;
  if (operation.acquires && (signal !== undefined || timeout !== undefined)) {
    throw new IllegalArgumentError(
      'this operation waits or acquires: giving it up would lose what it got, so it takes neither timeout nor signal',
    );
  }
  if (signal?.aborted === true) throw new CancellationError('the call was aborted', signal.reason);
  return timeout ?? 0;
}

/** Whether they are what they should be. Throws IllegalArgumentError naming the option, its value and what is accepted. */
export function checkCallOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new IllegalArgumentError(`options must be { timeout, signal }, got ${describe(options)}`);
  }
  const { timeout, signal } = options as { timeout?: unknown; signal?: unknown };
  if (timeout !== undefined && !isTimeout(timeout)) {
    throw new IllegalArgumentError(
      `timeout must be a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MILLIS}, got ${describeNumber(timeout)}`,
    );
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new IllegalArgumentError(`signal must be an AbortSignal, got ${describe(signal)}`);
  }
}

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_TIMEOUT_MILLIS;
}
