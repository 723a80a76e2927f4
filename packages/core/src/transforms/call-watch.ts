import { setMaxListeners } from 'node:events';
import { CancellationError, OperationTimeoutError } from '../errors/hierarchy.js';
import type { CallOptions } from '../runtime/call-options.js';

/**
 * The time limit and the signal of one call, over all it does: requests, tasks that wait, tasks that run.
 *
 * Throws CancellationError from its constructor when the signal is aborted already.
 */
export class CallWatch {
  /** For the call's requests: ends them when the call is given up. */
  readonly requestOptions: CallOptions;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #onAbort = (): void =>
    this.#giveUp(new CancellationError('the call was aborted', this.#signal?.reason));

  constructor({ timeout, signal }: CallOptions) {
    if (signal?.aborted === true) throw new CancellationError('the call was aborted', signal.reason);
    // A request a partition: any number of listeners is intended.
    setMaxListeners(0, this.#controller.signal);
    this.requestOptions = { signal: this.#controller.signal };
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
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
    else signal.addEventListener('abort', () => listener(signal.reason as Error), { once: true });
  }

  /** The call has settled. */
  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  #giveUp(error: Error): void {
    this.end();
    this.#controller.abort(error);
  }
}

/** A watch for a call that has a limit or a signal; the others pay for none. */
export function watchOf(options: CallOptions): CallWatch | undefined {
  return options.timeout === undefined && options.signal === undefined ? undefined : new CallWatch(options);
}
