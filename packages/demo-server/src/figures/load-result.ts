// What the load's side saw.

/** Milliseconds. */
export interface LatencyFigures {
  readonly average: number;
  readonly p50: number;
  readonly p97_5: number;
  readonly p99: number;
  readonly max: number;
}

export interface LoadResult {
  /** Milliseconds the load lasted. */
  readonly millis: number;
  /** Right answers. */
  readonly answered: number;
  readonly requestsPerSecond: number;
  /** Absent when nothing was answered. */
  readonly latency?: LatencyFigures;
  /** Connections that failed, requests that timed out, and answers with another status than 200. */
  readonly errors: number;
  /** Answers with status 200 that were wrong. */
  readonly wrong: number;
  /** Latencies of `/ping` meanwhile; absent when none was answered. */
  readonly ping?: LatencyFigures;
  readonly pingErrors: number;
}
