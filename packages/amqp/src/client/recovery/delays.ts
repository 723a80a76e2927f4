import { Backoff } from '@offloop/runtime';
import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import type { Recovery } from './recovery-options.js';

type Options = Pick<Recovery<unknown>, 'initialDelay' | 'maxDelay' | 'factor' | 'jitter' | 'calculateDelay'>;

/** The delays before attempts to connect. */
export class Delays {
  readonly #backoff: Backoff;
  readonly #calculate: Options['calculateDelay'];

  constructor({ initialDelay, maxDelay, factor, jitter, calculateDelay }: Options) {
    // Room for the jitter is left below the limit: cut off there, half of all delays would be equal in the end.
    const maxBackoffMillis = maxDelay / (1 + jitter);
    this.#backoff = new Backoff({
      initialBackoffMillis: initialDelay,
      maxBackoffMillis,
      multiplier: factor,
      jitter,
    });
    this.#calculate = calculateDelay;
  }

  /**
   * Returns whole milliseconds, no more than a timer can wait. Throws what `calculateDelay` throws, and if that does not return a number of
   * milliseconds.
   *
   * @param attempt from 1, one more each time
   */
  before(attempt: number): number {
    if (this.#calculate === undefined) return Math.round(this.#backoff.next());
    return Math.min(LONGEST_DELAY_MILLIS, checked(this.#calculate(attempt)));
  }

  /** To be called when there is a connection: the next attempt is the first again. */
  reset(): void {
    this.#backoff.reset();
  }
}

function checked(delay: unknown): number {
  if (typeof delay === 'number' && Number.isFinite(delay) && delay >= 0) return Math.round(delay);
  throw new Error(
    `calculateDelay must return a finite, non-negative number of milliseconds (got ${String(delay)})`,
  );
}
