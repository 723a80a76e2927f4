import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';

import type { Delays } from '../figures/sample.js';

/** Milliseconds: the shortest period of a timer. */
const PERIOD = 1;
const MICROS_PER_MILLI = 1_000;
/** Beyond this many milliseconds at once a block counts as one as long as this. */
const LONGEST = 60_000;

/** Of a run: how late callbacks were, and how late they would have been on a machine with a CPU to spare. */
export type RunDelays = {
  readonly all: Delays;
  /** Undefined where the system does not tell what threads wait for. */
  readonly held: Delays | undefined;
};

/**
 * How late a callback is that becomes due at any millisecond. A timer of 1 ms is the probe, and when it comes 50 ms late,
 * those that would have been due meanwhile were 49, 48, … ms late: each is recorded, so that a blocked stretch counts by
 * its length. An idle loop reads about 0.1 ms.
 *
 * A thread is late in two ways: its own work holds it, or others have the CPUs. What it waited for a CPU in a stretch is
 * taken off the lateness of that stretch, in proportion: the rest is what the program is to blame for.
 *
 * Not `monitorEventLoopDelay`: it has one sample a firing, however long the loop was blocked before it, and forgets
 * what was under way when it is reset.
 */
export class LoopDelay {
  readonly #run: RecordableHistogram = delayHistogram();
  readonly #held: RecordableHistogram = delayHistogram();
  readonly #window: RecordableHistogram = delayHistogram();
  readonly #waitedSeconds: () => number | undefined;
  readonly #timer: NodeJS.Timeout = setInterval(() => this.#fire(), PERIOD).unref();
  #last: number = performance.now();
  #lastWaited: number | undefined;

  /** @param waitedSeconds how long this thread has waited for a CPU in its life */
  constructor(waitedSeconds: () => number | undefined) {
    this.#waitedSeconds = waitedSeconds;
    this.#lastWaited = waitedSeconds();
  }

  /** A run begins. */
  reset(): void {
    this.#last = performance.now();
    this.#lastWaited = this.#waitedSeconds();
    this.#run.reset();
    this.#held.reset();
    this.#window.reset();
  }

  /** Since the last call, or `reset`. */
  takeWindow(): Delays {
    // The probe that is overdue may come after us in this turn of the loop; what it would say belongs here.
    this.#fire();
    const delays = read(this.#window);
    this.#window.reset();
    return delays;
  }

  /** Since `reset`. */
  get run(): RunDelays {
    this.#fire();
    return {
      all: read(this.#run),
      held: this.#lastWaited === undefined ? undefined : read(this.#held),
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #fire(): void {
    const now = performance.now();
    const gap = now - this.#last;
    if (gap < PERIOD) return;
    this.#last = now;
    const longest = Math.min(gap - PERIOD, LONGEST);
    const waited = this.#takeWaited();
    const heldShare = waited < longest ? 1 - waited / longest : 0;
    for (let late = longest; late >= 0; late -= PERIOD) {
      const micros = toMicros(late);
      this.#run.record(micros);
      this.#window.record(micros);
      this.#held.record(toMicros(late * heldShare));
    }
  }

  /** Milliseconds waited for a CPU since the last call. */
  #takeWaited(): number {
    const before = this.#lastWaited;
    this.#lastWaited = this.#waitedSeconds();
    return before === undefined || this.#lastWaited === undefined ? 0 : (this.#lastWaited - before) * 1_000;
  }
}

function delayHistogram(): RecordableHistogram {
  return createHistogram({ lowest: 1, highest: 100_000_000, figures: 3 });
}

/** A histogram takes nothing below 1. */
function toMicros(millis: number): number {
  return Math.max(1, Math.round(millis * MICROS_PER_MILLI));
}

function read(histogram: RecordableHistogram): Delays {
  if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
  return {
    p50: histogram.percentile(50) / MICROS_PER_MILLI,
    p99: histogram.percentile(99) / MICROS_PER_MILLI,
    max: histogram.max / MICROS_PER_MILLI,
  };
}
