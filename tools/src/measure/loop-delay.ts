import { performance } from 'node:perf_hooks';

import { Latencies } from './latencies.js';

/** Percentiles of a delay, in ms. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The delays of a run: of callbacks as they were, and as they would have been on a machine with a CPU to spare. */
export interface RunDelays {
  /** Delays as they were. */
  readonly all: Delays;
  /** Delays without the time that the thread waited for a CPU; null where the system does not tell that time. */
  readonly held: Delays | null;
}

/** Period of the probe in ms: the shortest that a timer can have. */
const PERIOD = 1;
/** Longest delay in ms: a longer block counts as one of this length. */
const LONGEST = 60_000;

/**
 * Measures how late a callback is that becomes due at any millisecond. A timer of 1 ms is the probe. When it comes 50 ms late, callbacks
 * that were due meanwhile were 49, 48, … ms late: each is recorded, so that a blocked stretch counts by its length. An idle loop reads
 * about 0.1 ms.
 *
 * A thread is late for two reasons: its own work holds it, or others have the CPUs. The time it waited for a CPU in a stretch is taken off
 * the lateness of that stretch, in proportion: the rest is due to the program itself.
 *
 * `monitorEventLoopDelay` costs the loop less, but it does not know that time, and forgets the block under way when it is reset between two
 * windows. {@link loopWait} computes the same wait from its samples.
 */
export class LoopDelay {
  readonly #run = new Latencies();
  readonly #held = new Latencies();
  readonly #window = new Latencies();
  readonly #waitedMicros: () => number | null;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  #lastWaited: number | null = null;

  /** Begins at once. @param waitedMicros returns the time that this thread has ever waited for a CPU, in µs; null if it is not known */
  constructor(waitedMicros: () => number | null) {
    this.#waitedMicros = waitedMicros;
    this.start();
  }

  /** Begins a new run: forgets all that was recorded. */
  reset(): void {
    this.#mark();
    for (const each of [this.#run, this.#held, this.#window]) each.reset();
  }

  /** Goes on after `stop`. The time between the two does not count. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#mark();
    this.#timer = setInterval(() => this.#fire(), PERIOD).unref();
  }

  /** Returns the delays since the last call, or since `reset`. */
  takeWindow(): Delays {
    // A probe that is overdue may run after this in the same turn of the loop; its delay belongs to this window.
    this.#fire();
    const delays = delaysOf(this.#window);
    this.#window.reset();
    return delays;
  }

  /** Delays since `reset`. */
  get run(): RunDelays {
    this.#fire();
    return { all: delaysOf(this.#run), held: this.#lastWaited === null ? null : delaysOf(this.#held) };
  }

  /** Stops the probe, so that it no longer wakes the thread. The delays recorded until now can still be read. */
  stop(): void {
    this.#fire();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #mark(): void {
    this.#last = performance.now();
    this.#lastWaited = this.#waitedMicros();
  }

  #fire(): void {
    if (this.#timer === undefined) return;
    const now = performance.now();
    const gap = now - this.#last;
    if (gap < PERIOD) return;
    this.#last = now;
    const longest = Math.min(gap - PERIOD, LONGEST);
    const waited = this.#takeWaited();
    const heldShare = waited < longest ? 1 - waited / longest : 0;
    for (let late = longest; late >= 0; late -= PERIOD) {
      this.#run.record(late);
      this.#window.record(late);
      this.#held.record(late * heldShare);
    }
  }

  /** Returns the time waited for a CPU since the last call, in ms. */
  #takeWaited(): number {
    const before = this.#lastWaited;
    this.#lastWaited = this.#waitedMicros();
    return before === null || this.#lastWaited === null ? 0 : (this.#lastWaited - before) / 1_000;
  }
}

function delaysOf(delays: Latencies): Delays {
  return { p50: delays.percentile(50), p99: delays.percentile(99), max: delays.max };
}

/**
 * Returns the time that a callback waits for the loop if it becomes due at a random moment, from samples of `monitorEventLoopDelay`.
 *
 * That function takes one sample at each firing of its timer. So a loop that is blocked for 30 ms once and turns quickly for another 30 ms
 * yields one long sample and thirty short ones: its percentiles give the short ones thirty votes, although half of the time the loop did
 * not answer. Here each gap counts by its length: for gaps g with lateness l = max(0, g − period), P(wait > w) = Σ max(0, l − w) / Σ g.
 *
 * @param gaps times between firings of the sampling timer, in any order and any one unit
 * @param period the timer's nominal period, in the same unit
 * @param q in (0, 1), e.g. 0.99
 * @returns the wait not exceeded with probability q, in the same unit
 */
export function loopWait(gaps: readonly number[], period: number, q: number): number {
  const late = gaps.map((gap) => Math.max(0, gap - period)).sort((a, b) => b - a);
  const budget = (1 - q) * gaps.reduce((sum, gap) => sum + gap, 0);
  // Walk down from the longest: with the k longest above w, the excess is (their sum) − k·w.
  let sum = 0;
  for (let k = 1; k <= late.length; k++) {
    sum += late[k - 1];
    const next = late[k] ?? 0;
    const wait = (sum - budget) / k;
    if (wait >= next) return Math.max(0, wait);
  }
  return 0;
}
