import { monotonicNow } from '../shared/clock.js';

/** Deaths of a thread within the window after which it is not started again. */
const MAX_RESTARTS = 5;
/** Milliseconds. */
const WINDOW_MILLIS = 60_000;

/** Limits how often a dead thread is replaced: one that dies again and again has a cause that a new start does not cure. */
export class RestartLimit {
  #deaths: number[] = [];

  /** Counts a death. @returns true if the thread may be started again. To be called once for each death. */
  allows(): boolean {
    const now = monotonicNow();
    this.#deaths = this.#deaths.filter((at) => now - at < WINDOW_MILLIS);
    this.#deaths.push(now);
    return this.#deaths.length <= MAX_RESTARTS;
  }
}
