import { performance } from 'node:perf_hooks';

/** Documents between two looks, and milliseconds that have to pass at least. */
const STRIDE = 32;
const WINDOW_MILLIS = 10;

/** While no more calls and events than this wait, no thread waits for another for long, and one that polls looks busy. */
const FEW = 16;

/** The part of its time from which a working thread counts as one that does not keep up. */
const BUSY = 0.95;

/** The parts of publishes that find the caller asleep, from which it often has nothing to do, and below which hardly ever. */
const OFTEN = 0.5;
const SELDOM = 0.1;

/** Steps between no documents and all of them. */
const STEPS = 8;

/** The load of the two threads, by which a worker decides whether it or the caller parses JSON. */
export interface TapeLoad {
  /** Number of calls that wait for a response, plus the events with documents since the last look. */
  waiting(): number;
  /** Number of publishes that found the caller asleep, so far. */
  wakeupsSent(): number;
  /** Number of publishes that found the caller awake, so far. */
  wakeupsSuppressed(): number;
  /** Milliseconds for which this thread has worked, and has not worked, so far. */
  times(): { readonly active: number; readonly idle: number };
}

/** Milliseconds for which this thread's loop has worked and has been idle, for `TapeLoad.times`. */
export function loopTimes(): { readonly active: number; readonly idle: number } {
  return performance.eventLoopUtilization();
}

/**
 * Decides of which share of documents a worker makes tapes. The share falls while the worker works all the time and its caller sleeps
 * between completions: the caller has time to parse, and all wait for the worker. It rises as soon as the worker has time, or the
 * caller has none. In between it stays.
 */
export class TapeShare {
  readonly #load: TapeLoad;
  #steps = STEPS;
  #owed = 0;
  #documents = 0;
  #active = 0;
  #idle = 0;
  #sent = 0;
  #suppressed = 0;

  constructor(load: TapeLoad) {
    this.#load = load;
  }

  /** Counts a document. @returns true if it is to become a tape. */
  take(): boolean {
    if (++this.#documents === STRIDE) {
      this.#documents = 0;
      this.#look();
    }
    this.#owed += this.#steps;
    if (this.#owed < STEPS) return false;
    this.#owed -= STEPS;
    return true;
  }

  #look(): void {
    const { active, idle } = this.#load.times();
    const worked = active - this.#active;
    const waited = idle - this.#idle;
    if (worked + waited < WINDOW_MILLIS) return;
    this.#active = active;
    this.#idle = idle;
    const sent = this.#load.wakeupsSent() - this.#sent;
    const suppressed = this.#load.wakeupsSuppressed() - this.#suppressed;
    this.#sent += sent;
    this.#suppressed += suppressed;
    const waiting = this.#load.waiting();
    const isBusy = worked > BUSY * (worked + waited) && waiting > FEW;
    const slept = sent / Math.max(1, sent + suppressed);
    if (!isBusy || slept < SELDOM) this.#steps = Math.min(STEPS, this.#steps + 1);
    else if (slept > OFTEN) this.#steps = Math.max(0, this.#steps - 1);
  }
}
