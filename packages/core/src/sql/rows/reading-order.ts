const AT_ONCE = Promise.resolve();

/**
 * Lets the readers of one result go on one after the other, in the order in which they asked.
 *
 * Expectation: there is one reader. Mechanism: a reader keeps its turn until it has its row, then hands the turn to the next one; no
 * reader is woken to find that it must wait again. Price: a promise for each reader that waits.
 */
export class ReadingOrder {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** True while a reader has the turn, so that others must wait. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Resolves when it is the caller's turn. It must `leave` then, whatever happens. */
  enter(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return AT_ONCE;
  }

  leave(): void {
    const next = this.#waiting.shift();
    // The turn goes on to the next: a call made meanwhile must not come before it.
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
