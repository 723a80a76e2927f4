import { Latencies } from '@offloop/tools/measure';
import { build, decodeFromCompressedBase64, type Histogram } from 'hdr-histogram-js';

import type { LatencyFigures, LoadResult } from '../figures/load-result.js';
import type { CannonResult } from './cannon.js';

/** What a load has seen: autocannon's figures of one or more runs, and the pings beside them. */
export class Tally {
  readonly #latencies: Histogram = build();
  readonly #pings = new Latencies();
  #millis = 0;
  #asked = 0;
  #answered = 0;
  #wrong = 0;
  #pingErrors = 0;

  /** How long the runs took. */
  get millis(): number {
    return this.#millis;
  }

  /** @param asked requests that were to be answered. @param millis how long it took */
  ran(asked: number, millis: number, results: readonly CannonResult[]): void {
    this.#asked += asked;
    this.#millis += millis;
    for (const result of results) {
      this.#latencies.add(decodeFromCompressedBase64(result.latencies));
      this.#answered += result['2xx'];
      this.#wrong += result.mismatches;
    }
  }

  /** An answer to `/ping`. */
  ping(millis: number, right: boolean): void {
    this.#pings.record(millis);
    if (!right) this.#pingErrors++;
  }

  pingError(): void {
    this.#pingErrors++;
  }

  add(other: Tally): void {
    this.#latencies.add(other.#latencies);
    this.#pings.add(other.#pings);
    this.#millis += other.#millis;
    this.#asked += other.#asked;
    this.#answered += other.#answered;
    this.#wrong += other.#wrong;
    this.#pingErrors += other.#pingErrors;
  }

  result(): LoadResult {
    const right = this.#answered - this.#wrong;
    const latency = latencyOf(this.#latencies);
    const ping = pingOf(this.#pings);
    return {
      millis: this.#millis,
      answered: right,
      requestsPerSecond: this.#millis === 0 ? 0 : (right * 1_000) / this.#millis,
      wrong: this.#wrong,
      // Autocannon's own count misses requests whose connection the server has closed.
      errors: this.#asked - this.#answered,
      pingErrors: this.#pingErrors,
      ...(latency === undefined ? {} : { latency }),
      ...(ping === undefined ? {} : { ping }),
    };
  }
}

/** Undefined when nothing was recorded. */
function latencyOf(latencies: Histogram): LatencyFigures | undefined {
  if (latencies.totalCount === 0) return undefined;
  const { p50, p97_5, p99, max } = latencies.toJSON();
  return { average: latencies.mean, p50, p97_5, p99, max };
}

function pingOf(pings: Latencies): LatencyFigures | undefined {
  if (pings.count === 0) return undefined;
  return {
    average: pings.mean,
    p50: pings.percentile(50),
    p97_5: pings.percentile(97.5),
    p99: pings.percentile(99),
    max: pings.max,
  };
}
