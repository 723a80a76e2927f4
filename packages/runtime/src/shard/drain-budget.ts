import { monotonicNow, nextTick } from '../shared/clock.js';
import type { Turns } from './loop-turns.js';

/** Records between two looks at the clock. */
const BATCH = 64;
/** Milliseconds for which a drain, or the decoding of lists, may hold the caller's loop. */
export const SLICE_MILLIS = 2;

const NEVER = Infinity;
const DONE = Promise.resolve();

/** The shares of the loop's time that a slice may take. */
export const Share = {
  /** {@link SLICE_MILLIS}: nothing is known of what else the loop does. */
  OWN: 0,
  /** The time that all other work took in the last turn, if more: the slice before left records behind and the loop has turned. */
  EQUAL: 1,
  /** All records that can be read in {@link SLICE_MILLIS}; the work that they set off does not count. */
  ALL: 2,
} as const;
export type Share = (typeof Share)[keyof typeof Share];

/**
 * Decides how many completions one turn of the caller's loop takes.
 *
 * ```
 *   one turn of the loop:   begin ── records, 64 at a time ── end ── continuations ── learn ──▶ whatever else waits
 *                             │◀──────── SLICE_MILLIS ───────▶│                         │
 *                             │◀──────────── limit: as many records as fit ────────────▶│
 * ```
 *
 * Expected: the loop is held for 2 ms a turn, or for as long as everything else in that turn took, if that is more. Draining stops
 * when its slice is over, but the continuations of the answers run after it, all before the loop turns: 64 `set`s of 1 MB that go on
 * at once serialize 64 MB. So each slice is timed to where its last continuation has run, from a microtask's `nextTick`, and the next
 * one takes as many records as would have fitted; an allowance that was used up in time doubles. The price: one microtask and one
 * tick for a slice of several records, and one slice that is too long before the budget has learned.
 */
export class DrainBudget {
  #allowance = BATCH;
  #left = 0;
  #completed = 0;
  #begun = 0;
  readonly #turns: Pick<Turns, 'ended'>;
  /** Milliseconds this slice may take, continuations included. */
  #limit = SLICE_MILLIS;

  /** @param turns shared with shards whose slices do not count as other work of the loop. */
  constructor(turns: Pick<Turns, 'ended'> = { ended: NEVER }) {
    this.#turns = turns;
  }

  begin(share: Share): void {
    this.#begun = monotonicNow();
    this.#left = share === Share.ALL ? Infinity : this.#allowance;
    this.#completed = 0;
    // On a busy loop a fixed slice would be a small share of each turn, and answers would pile up.
    this.#limit =
      share === Share.EQUAL ? Math.max(SLICE_MILLIS, this.#begun - this.#turns.ended) : SLICE_MILLIS;
  }

  /** `monotonicNow()` when the slice began. */
  get begun(): number {
    return this.#begun;
  }

  /** Number of records to take before `take` is called. */
  get batch(): number {
    return Math.min(BATCH, this.#left);
  }

  /** Counts records as taken. @returns true if the slice goes on. */
  take(records: number): boolean {
    this.#left -= records;
    this.#completed += records;
    return this.#left > 0 && !this.isSpent();
  }

  isSpent(): boolean {
    return monotonicNow() >= this.#begun + SLICE_MILLIS;
  }

  /** Ends the slice. A slice of a single call is not timed, since there is nothing to spread. */
  end(): void {
    this.#turns.ended = NEVER;
    if (this.#completed > 1 || (this.#completed === 1 && this.#allowance < BATCH))
      void DONE.then(this.#atLast);
  }

  /** From a microtask, `nextTick` waits for all microtasks there are. */
  readonly #atLast = (): void => nextTick(this.#learn);

  readonly #learn = (): void => {
    const ended = (this.#turns.ended = monotonicNow());
    const held = ended - this.#begun;
    const fitting = Math.max(1, Math.floor((this.#completed * this.#limit) / held));
    const wasUsedUp = this.#left <= 0;
    // Answers that come one at a time never use it up: without this a single slow one would have them timed for ever.
    const isTooSmall = this.#allowance < BATCH && fitting >= 2 * this.#allowance;
    if (held > this.#limit) this.#allowance = fitting;
    else if (wasUsedUp || isTooSmall) this.#allowance *= 2;
  };
}
