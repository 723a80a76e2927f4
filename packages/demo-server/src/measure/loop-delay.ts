import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';

import type { Delays } from '../figures/sample.js';

/** Milliseconds: the shortest period of a timer. */
const PERIOD = 1;
const MICROS_PER_MILLI = 1_000;
/** Beyond this many milliseconds at once a block counts as one as long as this. */
const LONGEST = 60_000;

/**
 * How late a callback is that becomes due at any millisecond. A timer of 1 ms is the probe, and when it comes 50 ms late,
 * those that would have been due meanwhile were 49, 48, … ms late: each is recorded, so that a blocked stretch counts by
 * its length. An idle loop reads about 0.1 ms.
 *
 * Not `monitorEventLoopDelay`: it has one sample a firing, however long the loop was blocked before it, and forgets
 * what was under way when it is reset.
 */
export class LoopDelay {
  readonly #run: RecordableHistogram = createHistogram({ lowest: 1, highest: 100_000_000, figures: 3 });
  readonly #window: RecordableHistogram = createHistogram({ lowest: 1, highest: 100_000_000, figures: 3 });
  readonly #timer: NodeJS.Timeout = setInterval(() => this.#fire(), PERIOD).unref();
  #last: number = performance.now();

  /** A run begins. */
  reset(): void {
    this.#last = performance.now();
    this.#run.reset();
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
  get run(): Delays {
    this.#fire();
    return read(this.#run);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #fire(): void {
    const now = performance.now();
    const gap = now - this.#last;
    if (gap < PERIOD) return;
    this.#last = now;
    for (let late = Math.min(gap - PERIOD, LONGEST); late >= 0; late -= PERIOD) {
      const micros = Math.max(1, Math.round(late * MICROS_PER_MILLI));
      this.#run.record(micros);
      this.#window.record(micros);
    }
  }
}

function read(histogram: RecordableHistogram): Delays {
  if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
  return {
    p50: histogram.percentile(50) / MICROS_PER_MILLI,
    p99: histogram.percentile(99) / MICROS_PER_MILLI,
    max: histogram.max / MICROS_PER_MILLI,
  };
}
