import type { ServerReport } from './sample.js';

/** Figures of latencies, in ms. */
export interface LatencyFigures {
  readonly average: number;
  readonly p50: number;
  readonly p97_5: number;
  readonly p99: number;
  readonly max: number;
}

/** The figures that the load's process takes. */
export interface LoadResult {
  /** Duration of the load, in ms. */
  readonly millis: number;
  /** Number of right answers. */
  readonly answered: number;
  readonly requestsPerSecond: number;
  /** Latencies of the answers; absent if there were none. */
  readonly latency?: LatencyFigures;
  /** Number of connections that failed, requests that timed out, and answers with a status other than 200. */
  readonly errors: number;
  /** Number of answers with status 200 that were wrong. */
  readonly wrong: number;
  /** Latencies of `/ping` during the load; absent if none was answered. */
  readonly ping?: LatencyFigures;
  readonly pingErrors: number;
}

/** The figures of one run of one approach, from both sides: load and server. */
export interface Outcome {
  readonly approach: string;
  /** Requests a second that were ordered; absent if each connection waited for its answer before the next request. */
  readonly rate?: number;
  readonly load: LoadResult;
  readonly server: ServerReport;
}
