import { setImmediate } from '../shared/clock.js';

/** Gives out turns of the caller's loop to work that is done in slices. */
export interface Turns {
  /** `monotonicNow()` when the last continuation of the slice before had run; `Infinity`: it was not timed. */
  ended: number;
  /** True while others wait for a turn. */
  readonly areWaitedFor: boolean;
  /** Runs a function when the loop has turned. */
  next(run: () => void): void;
}

/** Turns of the loop that are shared with nobody. */
export class OwnTurns implements Turns {
  ended: number = Infinity;
  readonly areWaitedFor: boolean = false;

  next(run: () => void): void {
    setImmediate(run);
  }
}

/**
 * Turns of the loop that several shards share: each turn is one shard's. By themselves they would take a slice each in every turn,
 * and each would count the others' slices as other work of the loop, so that slices would grow without end.
 *
 * ```
 *   loop:   ── A's slice ── others ──┐ ── B's slice ── others ──┐ ── A's slice ── …
 * ```
 */
export class SharedTurns implements Turns {
  ended: number = Infinity;
  readonly #waiting: (() => void)[] = [];

  get areWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  next(run: () => void): void {
    this.#waiting.push(run);
    if (this.#waiting.length === 1) setImmediate(this.#take);
  }

  readonly #take = (): void => {
    const run = this.#waiting[0];
    try {
      run();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) setImmediate(this.#take);
    }
  };
}
