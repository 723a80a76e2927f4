import { onAbort } from '@offloop/runtime';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';

/** The pauses between attempts, as in the official client. */
export const PAUSES = { initialBackoffMillis: 100, maxBackoffMillis: 2_000 } as const;

/** The pauses of one client. All of them can be ended at once, when there is a reason to try again. */
export class Pauses {
  readonly #ends = new Set<() => void>();

  /** Resolves after that many milliseconds, or earlier by `endAll` or when the signal is aborted. */
  wait(millis: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        stopListening?.();
        this.#ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, millis);
      const stopListening = signal === undefined ? undefined : onAbort(signal, end);
      this.#ends.add(end);
    });
  }

  endAll(): void {
    for (const end of this.#ends) end();
  }
}
