import type { Hold } from '@offloop/runtime';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';

/** Milliseconds for which calls wait at most for those before them: a partition whose calls never end stays where it is. */
const LONGEST_WAIT = 1000;

/** The calls that were in flight when this was made. */
export class EarlierCalls {
  haveSettled = false;
  readonly #forget: () => void;
  #hold: Hold | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param whenSettled runs a function once these calls have settled, and returns one that forgets it. */
  constructor(whenSettled: (then: () => void) => () => void) {
    this.#forget = whenSettled(() => {
      this.haveSettled = true;
      clearTimeout(this.#timer);
      this.#hold?.release();
    });
  }

  /** Releases the hold when they have settled, or in a second. */
  release(hold: Hold): void {
    if (this.haveSettled) {
      hold.release();
      return;
    }
    this.#hold = hold;
    this.#timer = setTimeout(() => {
      this.#forget();
      hold.release();
    }, LONGEST_WAIT);
  }
}
