import { onAbort } from '@offloop/runtime';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';

const FIRST_MILLIS = 100;
const LONGEST_MILLIS = 2000;

/** Lengths of the pauses between attempts: each is twice the previous one, as in the official client. */
export class Backoff {
  #next = FIRST_MILLIS;

  /** Returns the milliseconds to wait before the next attempt. */
  next(): number {
    const millis = this.#next;
    this.#next = Math.min(2 * millis, LONGEST_MILLIS);
    return millis;
  }

  /** Makes pauses short again; call it when an attempt has succeeded. */
  reset(): void {
    this.#next = FIRST_MILLIS;
  }
}

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

  /** Ends all pauses that are under way. */
  endAll(): void {
    for (const end of this.#ends) end();
  }
}
