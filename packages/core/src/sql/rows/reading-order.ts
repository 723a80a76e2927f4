const AT_ONCE = Promise.resolve();

/**
 * Lets those who read one result go on one after the other, in the order in which they asked.
 *
 * Expectation: one reader, which never waits for another. Mechanism: whoever has the turn keeps it until it has what it asked for, and
 * hands it to the next in line; nobody is woken who cannot go on. Price: a promise for each that waits.
 */
export class ReadingOrder {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether somebody reads, and others have to wait. */
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
