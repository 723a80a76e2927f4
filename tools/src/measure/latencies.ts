import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const MICROS = 1_000;

/** A histogram of durations in ms, to three digits. */
export class Latencies {
  readonly #histogram: RecordableHistogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 });

  record(millis: number): void {
    // a histogram takes nothing below 1
    this.#histogram.record(Math.max(1, Math.round(millis * MICROS)));
  }

  get count(): number {
    return this.#histogram.count;
  }

  get mean(): number {
    return this.#histogram.mean / MICROS;
  }

  /** Longest duration in ms; 0 if nothing was recorded. */
  get max(): number {
    return this.count === 0 ? 0 : this.#histogram.max / MICROS;
  }

  /** Returns a percentile in ms; 0 if nothing was recorded. @param p in (0, 100] */
  percentile(p: number): number {
    return this.count === 0 ? 0 : this.#histogram.percentile(p) / MICROS;
  }

  /** Adds all durations that another histogram has recorded. */
  add(other: Latencies): void {
    this.#histogram.add(other.#histogram);
  }

  reset(): void {
    this.#histogram.reset();
  }
}
