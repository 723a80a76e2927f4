import { monotonicNow } from '@offloop/runtime/clock';
import type { RowSlice } from './row-slice.js';

/** Rows between two looks at the clock, at most. */
const MOST_ROWS = 16;
/** Bytes of a page whose values may be made between two looks. */
const MOST_BYTES = 64 * 1024;
/** Milliseconds that may pass between two looks: rows that took longer are looked at more often. */
const MOST_MILLIS = 0.25;

/**
 * Decides how often one reader looks at the clock: rarely while rows are made and used quickly, after each row if they are long, or the
 * reader works on each.
 */
export class ReadingPace {
  readonly #slice: RowSlice;
  #most = MOST_ROWS;
  /** Rows between two looks, and those left of them. */
  #stride = 1;
  #left = 1;
  /** `monotonicNow()` of the last look; 0: the reader has waited since. */
  #lookedAt = 0;

  constructor(slice: RowSlice) {
    this.#slice = slice;
  }

  begin(rows: number, bytes: number): void {
    this.#most = Math.max(1, Math.min(MOST_ROWS, Math.floor((MOST_BYTES * rows) / bytes)));
    this.#stride = this.#left = Math.min(this.#stride, this.#most);
  }

  /** Returns true if the next row may be made in this turn of the loop; the same until the loop has turned. */
  hasTime(): boolean {
    return --this.#left > 0 || this.#look();
  }

  /** Resolves in a later turn of the loop that has time for rows. */
  async wait(): Promise<void> {
    await this.#slice.wait();
    this.#lookedAt = 0;
  }

  #look(): boolean {
    const now = monotonicNow();
    this.#left = 1;
    if (!this.#slice.hasTime(now)) return false;
    const took = this.#lookedAt === 0 ? 0 : now - this.#lookedAt;
    this.#stride =
      took > MOST_MILLIS ? Math.max(1, this.#stride >> 2) : Math.min(2 * this.#stride, this.#most);
    this.#left = this.#stride;
    this.#lookedAt = now;
    return true;
  }
}
