import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

import type { LatencyFigures } from '../figures/load-result.js';

const MICROS_PER_MILLI = 1_000;

/** A histogram of durations to three digits; autocannon's own keeps whole milliseconds. */
export class Latencies {
  readonly #histogram: RecordableHistogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 });

  record(millis: number): void {
    this.#histogram.record(Math.max(1, Math.round(millis * MICROS_PER_MILLI)));
  }

  get count(): number {
    return this.#histogram.count;
  }

  reset(): void {
    this.#histogram.reset();
  }

  /** Undefined when nothing was recorded. */
  figures(): LatencyFigures | undefined {
    const histogram = this.#histogram;
    if (histogram.count === 0) return undefined;
    const percentile = (q: number): number => histogram.percentile(q) / MICROS_PER_MILLI;
    return {
      average: histogram.mean / MICROS_PER_MILLI,
      p50: percentile(50),
      p97_5: percentile(97.5),
      p99: percentile(99),
      max: histogram.max / MICROS_PER_MILLI,
    };
  }
}
