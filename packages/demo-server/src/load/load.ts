// The messages between the load's process and whoever orders the load.
import type { Contender } from '../approaches/contenders.js';
import type { LatencyFigures } from './latencies.js';
import type { Task } from './plan.js';

export type LoadOrder = {
  /** Of the contender's server, on this machine. */
  readonly port: number;
  readonly contender: Contender;
  readonly task: Task;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second, sent whether or not there were answers; absent: each connection asks again when answered. */
  readonly rate?: number;
};

export type LoadResult = {
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
  /** Of `/ping` meanwhile; absent when none was answered. */
  readonly ping?: LatencyFigures;
  readonly pingErrors: number;
};

/** A window of `/ping`, in ms. */
export type PingWindow = { readonly p50: number; readonly p99: number; readonly max: number };

export type ToLoad =
  | { readonly type: 'warm-up'; readonly order: LoadOrder }
  | { readonly type: 'load'; readonly order: LoadOrder }
  | { readonly type: 'stop' };

export type FromLoad =
  | { readonly type: 'ready' }
  | { readonly type: 'warm' }
  | { readonly type: 'ping'; readonly ping: PingWindow }
  | { readonly type: 'loaded'; readonly result: LoadResult }
  | { readonly type: 'failed'; readonly reason: string };
