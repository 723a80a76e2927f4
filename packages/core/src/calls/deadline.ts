import { onAbort, type Resolve } from '@offloop/runtime';
import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import { CancellationError, OperationTimeoutError } from '@offloop/values';
import { givenOptions, type CallOptions } from './call-options.js';

/**
 * The end of one call, over all it does: requests one after the other, a schema it waits for, a function in another thread. Its
 * time runs from when it is made. A call without options has no deadline, and pays for none.
 */
export class Deadline {
  readonly #options: CallOptions;
  readonly #begun: number = monotonicNow();

  /** @param options are checked already; those of a call that is new go to `Deadline.of`. */
  constructor(options: CallOptions) {
    this.#options = options;
  }

  /**
   * The deadline of a call that begins now; undefined for a call without options, and for one with a surplus argument in their place. Throws IllegalArgumentError for options that are
   * wrong, and CancellationError when the signal is aborted already.
   */
  static of(given: CallOptions | undefined): Deadline | undefined {
    const options = givenOptions(given);
    if (options === undefined) return undefined;
    if (options.signal?.aborted === true) throw aborted(options.signal);
    return new Deadline(options);
  }

  /** Milliseconds that are left: 0 when the time is over, Infinity for a call that has a signal only. */
  get millisLeft(): number {
    const { timeout } = this.#options;
    return timeout === undefined ? Infinity : Math.max(0, this.#begun + timeout - monotonicNow());
  }

  /** The options of the call's next request: what is left of the time, and the signal. Throws OperationTimeoutError when it is over. */
  get left(): CallOptions {
    const { timeout } = this.#options;
    if (timeout === undefined) return this.#options;
    const left = Math.ceil(this.millisLeft);
    if (left === 0) throw timedOut(timeout);
    return left === timeout ? this.#options : { ...this.#options, timeout: left };
  }

  /**
   * Tells that the time is over, or that the call was aborted, by OperationTimeoutError or CancellationError: at once if it is so
   * already.
   *
   * @param giveUp may be called for the time and for the signal, until the watch ends.
   * @returns ends the watch.
   */
  watch(giveUp: (error: Error) => void): () => void {
    const { timeout, signal } = this.#options;
    if (signal?.aborted === true) {
      giveUp(aborted(signal));
      return () => undefined;
    }
    const timer =
      timeout === undefined ? undefined : setTimeout(() => giveUp(timedOut(timeout)), this.millisLeft);
    const stopListening = signal === undefined ? undefined : onAbort(signal, () => giveUp(aborted(signal)));
    return () => {
      clearTimeout(timer);
      stopListening?.();
    };
  }

  /** Settles as the work does, or rejects when the call is to end. The work goes on in any case. */
  async within<T>(work: Promise<T>): Promise<T> {
    let endWatch: (() => void) | undefined;
    const end = new Promise<never>((_, reject) => (endWatch = this.watch(reject)));
    try {
      return await Promise.race([work, end]);
    } finally {
      endWatch?.();
    }
  }

  /** Takes a result that is a promise still, such as one that waits for a schema, and waits for it no longer than the call may. */
  resolving(resolve: Resolve): Resolve {
    return (result) => resolve(result instanceof Promise ? this.within(result) : result);
  }
}

/** The error of a call whose time is over. */
export function timedOut(timeout: number): Error {
  return new OperationTimeoutError(`no answer within ${timeout} ms`);
}

/** The error of a call that its signal ended. */
function aborted(signal: AbortSignal): Error {
  return new CancellationError('the call was aborted', signal.reason);
}
