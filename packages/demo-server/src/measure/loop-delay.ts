import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';

import type { Delays } from './sample.js';

/** The sampling timer's period, in ms: the shortest there is. */
const PERIOD = 1;

/**
 * How late the event loop is: a native timer of 1 ms notes the time between its firings, and what exceeds the period is
 * the delay. An idle loop reads about 0.1 ms. One sample a firing gives a blocked stretch one vote however long it was,
 * so that the figures are kind to who blocks.
 */
export class LoopDelay {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: PERIOD });

  constructor() {
    this.#histogram.enable();
  }

  reset(): void {
    this.#histogram.reset();
  }

  read(): Delays {
    const histogram = this.#histogram;
    // Without a single firing there is no sample, and `max` is 0.
    if (histogram.max === 0) return { p50: 0, p99: 0, max: 0 };
    const late = (nanos: number): number => Math.max(0, nanos / 1e6 - PERIOD);
    return {
      p50: late(histogram.percentile(50)),
      p99: late(histogram.percentile(99)),
      max: late(histogram.max),
    };
  }

  stop(): void {
    this.#histogram.disable();
  }
}
