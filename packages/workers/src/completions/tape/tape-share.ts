import { performance } from 'node:perf_hooks';

/** Documents between two looks, and milliseconds that have to pass at least. */
const STRIDE = 32;
const WINDOW_MILLIS = 10;

/** Where up to so many calls and events wait, nobody waits for anybody's work for long, and a thread that polls looks busy. */
const FEW = 16;

/** Part of the time that a thread works which does not keep up. */
const BUSY = 0.95;

/** Part of the wake-ups that the caller slept for: one that often has nothing to do, and one that hardly ever has. */
const OFTEN = 0.5;
const SELDOM = 0.1;

/** Steps between no documents and all of them. */
const STEPS = 8;

/** What tells who waits for whom. */
export interface TapeLoad {
  /** Calls that wait for a response, and events with documents since the last look. */
  waiting(): number;
  /** Completions were published so many times while the caller slept, and while it was awake. */
  wakeupsSent(): number;
  wakeupsSuppressed(): number;
  /** Milliseconds for which this thread has worked, and has not. */
  times(): { readonly active: number; readonly idle: number };
}

/** Milliseconds of this thread's loop, for `TapeLoad.times`. */
export function loopTimes(): { readonly active: number; readonly idle: number } {
  return performance.eventLoopUtilization();
}

/**
 * The share of documents that a worker makes tapes of. It falls while the worker is at work all the time and its caller sleeps
 * between completions: the caller has time to parse, and all wait for the worker. It rises again as soon as the worker has
 * time, or the caller has none. In between it stays.
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

  /** Whether the next document becomes a tape. */
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
