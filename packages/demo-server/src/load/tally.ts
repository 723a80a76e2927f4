import { Latencies } from '@offloop/tools/measure';

import type { LatencyFigures, LoadResult } from '../figures/load-result.js';

/** What a load has seen. */
export class Tally {
  readonly #latencies = new Latencies();
  readonly #pings = new Latencies();
  #millis = 0;
  #right = 0;
  #wrong = 0;
  #errors = 0;
  #pingErrors = 0;

  answer(millis: number, right: boolean): void {
    this.#latencies.record(millis);
    if (right) this.#right++;
    else this.#wrong++;
  }

  error(): void {
    this.#errors++;
  }

  /** An answer to `/ping`. */
  ping(millis: number, right: boolean): void {
    this.#pings.record(millis);
    if (!right) this.#pingErrors++;
  }

  pingError(): void {
    this.#pingErrors++;
  }

  /** The load has gone on for so long. */
  lasted(millis: number): void {
    this.#millis += millis;
  }

  add(other: Tally): void {
    this.#latencies.add(other.#latencies);
    this.#pings.add(other.#pings);
    this.#millis += other.#millis;
    this.#right += other.#right;
    this.#wrong += other.#wrong;
    this.#errors += other.#errors;
    this.#pingErrors += other.#pingErrors;
  }

  reset(): void {
    this.#latencies.reset();
    this.#pings.reset();
    this.#millis = this.#right = this.#wrong = this.#errors = this.#pingErrors = 0;
  }

  result(): LoadResult {
    const latency = figuresOf(this.#latencies);
    const ping = figuresOf(this.#pings);
    return {
      millis: this.#millis,
      answered: this.#right,
      requestsPerSecond: this.#millis === 0 ? 0 : (this.#right * 1_000) / this.#millis,
      wrong: this.#wrong,
      errors: this.#errors,
      pingErrors: this.#pingErrors,
      ...(latency === undefined ? {} : { latency }),
      ...(ping === undefined ? {} : { ping }),
    };
  }
}

/** Undefined when nothing was recorded. */
function figuresOf(latencies: Latencies): LatencyFigures | undefined {
  if (latencies.count === 0) return undefined;
  return {
    average: latencies.mean,
    p50: latencies.percentile(50),
    p97_5: latencies.percentile(97.5),
    p99: latencies.percentile(99),
    max: latencies.max,
  };
}
