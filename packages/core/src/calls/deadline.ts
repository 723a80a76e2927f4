import { watchLimits, type Resolve } from '@offloop/runtime';
import { monotonicNow } from '@offloop/runtime/clock';
import { CancellationError, OperationTimeoutError } from '@offloop/values';
import { givenOptions, type CallOptions } from './call-options.js';

/**
 * Deadline of one call, over all it does: requests one after the other, waiting for a schema, a function in another thread. Its
 * time runs from its construction. A call without options has no deadline.
 */
export class Deadline {
  readonly #options: CallOptions;
  readonly #begun: number = monotonicNow();

  /** @param options checked options. For the options of a new call use `Deadline.of`. */
  constructor(options: CallOptions) {
    this.#options = options;
  }

  /**
   * Returns the deadline of a call that begins now; undefined for a call without options, and for one with a surplus argument in
   * their place. Throws IllegalArgumentError for options that are wrong, and CancellationError when the signal is aborted
   * already.
   */
  static of(given: CallOptions | undefined): Deadline | undefined {
    const options = givenOptions(given);
    if (options === undefined) return undefined;
    if (options.signal?.aborted === true) throw aborted(options.signal);
    return new Deadline(options);
  }

  /** Milliseconds left: 0 when the time is over, Infinity for a call that has a signal only. */
  get millisLeft(): number {
    const { timeout } = this.#options;
    return timeout === undefined ? Infinity : Math.max(0, this.#begun + timeout - monotonicNow());
  }

  /**
   * The options of the call's next request: the time left, and the signal. Throws OperationTimeoutError when the time is over.
   */
  get left(): CallOptions {
    const { timeout } = this.#options;
    if (timeout === undefined) return this.#options;
    const left = Math.ceil(this.millisLeft);
    if (left === 0) throw timedOut(timeout);
    return left === timeout ? this.#options : { ...this.#options, timeout: left };
  }

  /**
   * Calls `giveUp` with OperationTimeoutError when the time is over, or CancellationError when the call is aborted; at once if
   * that is so already.
   *
   * @returns a function that ends the watch.
   */
  watch(giveUp: (error: Error) => void): () => void {
    const { timeout, signal } = this.#options;
    if (signal?.aborted === true) {
      giveUp(aborted(signal));
      return () => undefined;
    }
    return watchLimits(
      { timeout: this.millisLeft, signal },
      { onTimeout: () => giveUp(timedOut(timeout!)), onAbort: (by) => giveUp(aborted(by)) },
    );
  }

  /** Returns a promise that settles as the work does, or rejects when the call is to end. The work goes on in any case. */
  within<T>(work: Promise<T>): Promise<T> {
    return watched(work, [(giveUp) => this.watch(giveUp)]);
  }

  /**
   * Wraps a call's `resolve`: a result that is a promise still, such as one that waits for a schema, is awaited within the
   * deadline.
   */
  resolving(resolve: Resolve): Resolve {
    return (result) => resolve(result instanceof Promise ? this.within(result) : result);
  }
}

export function timedOut(timeout: number): Error {
  return new OperationTimeoutError(`no answer within ${timeout} ms`);
}

function aborted(signal: AbortSignal): Error {
  return new CancellationError('the call was aborted', signal.reason);
}

/**
 * Watches for what ends a call before its work does, and calls `giveUp` with the reason, perhaps more than once.
 *
 * @returns a function that ends the watch.
 */
export type Watch = (giveUp: (error: Error) => void) => () => void;

/**
 * Returns a promise that settles as the work does, or rejects when a watch gives it up. The work goes on in any case; the watches
 * end with the promise.
 */
export async function watched<T>(work: Promise<T>, watches: readonly Watch[]): Promise<T> {
  const ends: (() => void)[] = [];
  const givenUp = new Promise<never>((_, reject) => {
    for (const watch of watches) ends.push(watch(reject));
  });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    for (const end of ends) end();
  }
}
