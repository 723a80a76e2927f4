import { SLICE_MILLIS } from '@offloop/runtime';
import { monotonicNow, nextTick, setImmediate } from '@offloop/runtime/clock';

const DONE = Promise.resolve();

/** Milliseconds of a slice. With less of it left, a turn of the loop has had its rows. */
const LITTLE_LEFT = SLICE_MILLIS / 2;

/**
 * The time that rows may take of one turn of the loop, shared by all results of a client.
 *
 *     one turn:   timers ── sockets and messages ── immediates
 *                            a page comes,           the first in line goes on,
 *                            its reader goes on      unless rows had their time before in this turn
 *
 * Expectation: several results are read side by side, some for ever. Mechanism: once the time is over, readers wait in line, and each
 * turn of the loop lets the first one go on. Price: a turn for each reader in the line.
 */
export class RowSlice {
  /** `monotonicNow()` when the time is over; 0: nobody has begun. */
  #until = 0;
  #isTurning = false;
  /** True while the reader runs that an immediate let go on. */
  #isResumed = false;
  /** True if others have made rows since. */
  #hasMore = false;
  readonly #waiting: (() => void)[] = [];

  /** Returns true if rows may still be made in this turn. @param now a time of `monotonicNow()`. */
  hasTime(now: number): boolean {
    if (this.#until === 0) {
      this.#until = now + SLICE_MILLIS;
      this.#turn();
    }
    if (now >= this.#until) return false;
    if (!this.#isResumed) this.#hasMore = true;
    return true;
  }

  /** Resolves in a later turn, in which there is time. */
  wait(): Promise<void> {
    this.#turn();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#isTurning = false;
    const now = monotonicNow();
    const hadRows = this.#hasMore && now > this.#until - LITTLE_LEFT;
    this.#hasMore = false;
    if (hadRows) {
      this.#turn();
      return;
    }
    this.#until = 0;
    const resume = this.#waiting.shift();
    if (resume === undefined) return;
    this.#until = now + SLICE_MILLIS;
    this.#isResumed = true;
    resume();
    void DONE.then(this.#atLast);
    this.#turn();
  };

  /** From a microtask, `nextTick` waits for all microtasks there are: the reader has stopped. */
  readonly #atLast = (): void => nextTick(this.#onStop);

  readonly #onStop = (): void => {
    this.#isResumed = false;
  };
}
