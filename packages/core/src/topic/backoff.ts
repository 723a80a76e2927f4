const FIRST_MILLIS = 100;
const LONGEST_MILLIS = 2000;

/** Pauses between attempts, as the official client's: each twice the one before. */
export class Backoff {
  #next = FIRST_MILLIS;

  /** Milliseconds until the next attempt. */
  next(): number {
    const millis = this.#next;
    this.#next = Math.min(2 * millis, LONGEST_MILLIS);
    return millis;
  }

  /** An attempt has succeeded. */
  reset(): void {
    this.#next = FIRST_MILLIS;
  }
}
