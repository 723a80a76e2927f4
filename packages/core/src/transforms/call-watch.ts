import { onAbort } from '@offloop/runtime';
import type { CallOptions } from '../calls/call-options.js';
import { Deadline } from '../calls/deadline.js';

/** Watch of one call that may be given up: ends its requests, and notifies its tasks that wait or run. */
class CallWatch {
  /** Options of the call's requests, which end them when the call is given up. */
  readonly requestOptions: CallOptions;
  /** Error that the call rejects with once it is given up; undefined before. */
  error: Error | undefined;
  readonly #controller = new AbortController();
  readonly #endWatch: () => void;

  constructor(deadline: Deadline) {
    this.requestOptions = { signal: this.#controller.signal };
    this.#endWatch = deadline.watch((error) => {
      this.end();
      this.error = error;
      this.#controller.abort(error);
    });
  }

  /** Calls `listener` when the call is given up; at once if it was already. */
  onGivenUp(listener: (error: Error) => void): void {
    if (this.error !== undefined) listener(this.error);
    else onAbort(this.#controller.signal, () => listener(this.error!));
  }

  end(): void {
    this.#endWatch();
  }
}

/**
 * Runs a call, under a watch if it has a limit or a signal. A call that is given up rejects with the watch's error, whatever else
 * it fails with because of that.
 */
export async function watched<T>(
  options: CallOptions,
  run: (watch: CallWatch | undefined) => Promise<T>,
): Promise<T> {
  if (options.timeout === undefined && options.signal === undefined) return run(undefined);
  const watch = new CallWatch(Deadline.of(options)!);
  try {
    return await run(watch);
  } catch (error) {
    throw watch.error ?? error;
  } finally {
    watch.end();
  }
}
