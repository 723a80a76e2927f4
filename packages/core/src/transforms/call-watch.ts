import { onAbort } from '@offloop/runtime';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import type { CallOptions } from '../calls/call-options.js';
import { CancellationError, OperationTimeoutError } from '../errors/hierarchy.js';

/**
 * The time limit and the signal of one call, over all it does: requests, tasks that wait, tasks that run.
 *
 * Throws CancellationError from its constructor when the signal is aborted already.
 */
class CallWatch {
  /** For the call's requests: ends them when the call is given up. */
  readonly requestOptions: CallOptions;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #stopListening: (() => void) | undefined;

  constructor({ timeout, signal }: CallOptions) {
    if (signal?.aborted === true) throw new CancellationError('the call was aborted', signal.reason);
    this.requestOptions = { signal: this.#controller.signal };
    if (signal !== undefined) {
      this.#stopListening = onAbort(signal, () =>
        this.#giveUp(new CancellationError('the call was aborted', signal.reason)),
      );
    }
    if (timeout !== undefined) {
      this.#timer = setTimeout(
        () => this.#giveUp(new OperationTimeoutError(`no result within ${timeout} ms`)),
        timeout,
      );
    }
  }

  /** What the call rejects with once it is given up; undefined before. */
  get error(): Error | undefined {
    return this.#controller.signal.reason as Error | undefined;
  }

  /** At once, when it is too late to listen. */
  onGivenUp(listener: (error: Error) => void): void {
    const { signal } = this.#controller;
    if (signal.aborted) listener(signal.reason as Error);
    else onAbort(signal, () => listener(signal.reason as Error));
  }

  /** The call has settled. */
  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
  }

  #giveUp(error: Error): void {
    this.end();
    this.#controller.abort(error);
  }
}

/**
 * Runs a call, under a watch if it has a limit or a signal; the others pay for none. A call that is given up rejects with the
 * watch's error, whatever else it fails with because of that.
 */
export async function watched<T>(
  options: CallOptions,
  run: (watch: CallWatch | undefined) => Promise<T>,
): Promise<T> {
  if (options.timeout === undefined && options.signal === undefined) return run(undefined);
  const watch = new CallWatch(options);
  try {
    return await run(watch);
  } catch (error) {
    throw watch.error ?? error;
  } finally {
    watch.end();
  }
}
