import { Latencies } from '@offloop/tools/measure';
import { build, decodeFromCompressedBase64 } from 'hdr-histogram-js';

import type { LatencyFigures, LoadResult } from '../figures/outcome.js';
import type { CannonResult } from './cannon.js';

/** Adds up the figures of a load: those of one or more runs of autocannon, and of the pings beside them. */
export class Tally {
  readonly #latencies = build();
  readonly #pings = new Latencies();
  #millis = 0;
  #asked = 0;
  #answered = 0;
  #wrong = 0;
  #pingErrors = 0;

  /** Time that the runs took, in ms. */
  get millis(): number {
    return this.#millis;
  }

  /**
   * Adds the results of autocannons that made a load together.
   *
   * @param asked number of requests that were to be answered
   * @param millis time that the load took, in ms
   */
  ran(asked: number, millis: number, results: readonly CannonResult[]): void {
    this.#asked += asked;
    this.#millis += millis;
    for (const result of results) {
      this.#latencies.add(decodeFromCompressedBase64(result.latencies));
      this.#answered += result['2xx'];
      this.#wrong += result.mismatches;
    }
  }

  /** Adds an answer to `/ping`. @param millis latency in ms */
  ping(millis: number, right: boolean): void {
    this.#pings.record(millis);
    if (!right) this.#pingErrors++;
  }

  pingError(): void {
    this.#pingErrors++;
  }

  result(): LoadResult {
    const right = this.#answered - this.#wrong;
    const { p50, p97_5, p99, max } = this.#latencies.toJSON();
    const latency = { average: this.#latencies.mean, p50, p97_5, p99, max };
    return {
      millis: this.#millis,
      answered: right,
      requestsPerSecond: this.#millis === 0 ? 0 : (right * 1_000) / this.#millis,
      wrong: this.#wrong,
      // Autocannon's own count misses requests whose connection the server has closed.
      errors: this.#asked - this.#answered,
      pingErrors: this.#pingErrors,
      ...(this.#answered === 0 ? {} : { latency }),
      ...(this.#pings.count === 0 ? {} : { ping: figuresOf(this.#pings) }),
    };
  }
}

function figuresOf(latencies: Latencies): LatencyFigures {
  return {
    average: latencies.mean,
    p50: latencies.percentile(50),
    p97_5: latencies.percentile(97.5),
    p99: latencies.percentile(99),
    max: latencies.max,
  };
}
