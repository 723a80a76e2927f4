import { SLICE_MILLIS } from '@offloop/runtime/internal';
import { setImmediate } from '@offloop/runtime/clock';

/**
 * The time that rows may take of one turn of the loop, shared by all results of a client.
 *
 * Expectation: several results are read side by side, some for ever. Mechanism: once the time is over, readers wait in line, and each
 * turn of the loop lets the first one go on. Price: a turn for each reader in the line.
 */
export class RowSlice {
  /** `monotonicNow()` when the time of this turn is over; 0: nobody has begun in this turn. */
  #until = 0;
  #isTurning = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether rows may still be made at this time, a `monotonicNow()`, in this turn. */
  hasTime(now: number): boolean {
    if (this.#until === 0) {
      this.#until = now + SLICE_MILLIS;
      this.#turn();
    }
    return now < this.#until;
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
    this.#until = 0;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) this.#turn();
  };
}
