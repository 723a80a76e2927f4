import { LONGEST_DELAY_MILLIS } from './clock.js';

export interface BackoffOptions {
  /** The first pause, before chance. */
  readonly initialBackoffMillis: number;
  /** The longest, before chance. */
  readonly maxBackoffMillis: number;
  /** What a pause is multiplied by for the next one. Default: 2. */
  readonly multiplier?: number;
  /** Part of a pause that is added or taken away at random, 0 to 1, so that not all clients of a server come at once. Default: 0. */
  readonly jitter?: number;
}

/** The pauses between attempts, which grow until one succeeds. */
export class Backoff {
  readonly #options: BackoffOptions;
  #next!: number;

  constructor(options: BackoffOptions) {
    this.#options = options;
    this.reset();
  }

  /** Returns the milliseconds to wait before the next attempt: at most what a timer can wait. */
  next(): number {
    const { maxBackoffMillis, multiplier = 2, jitter = 0 } = this.#options;
    const pause = this.#next * (1 - jitter + 2 * jitter * Math.random());
    this.#next = Math.min(this.#next * multiplier, maxBackoffMillis);
    return Math.min(pause, LONGEST_DELAY_MILLIS);
  }

  /** Makes the next pause the first one again. To be called when an attempt has succeeded. */
  reset(): void {
    const { initialBackoffMillis, maxBackoffMillis } = this.#options;
    this.#next = Math.min(initialBackoffMillis, maxBackoffMillis);
  }
}
