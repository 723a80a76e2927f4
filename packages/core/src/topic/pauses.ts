import { onAbort } from '@offloop/runtime';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';

/** The waits of one client that all end when something has changed: timers that leave nothing behind. */
export class Pauses {
  readonly #ends = new Set<() => void>();

  /** Resolves after that many milliseconds, or when something has changed, or when the signal is aborted. */
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

  /** Something has changed. */
  endAll(): void {
    for (const end of this.#ends) end();
  }
}
