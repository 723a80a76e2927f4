// The messages between the load's process and the process that orders the load.
import type { Approach } from '../approaches/approaches.js';
import type { LoadResult, PingWindow } from '../figures/load-result.js';
import type { Task } from './plan.js';

export interface LoadOrder {
  /** Port of the approach's server, on this machine. */
  readonly port: number;
  readonly approach: Approach;
  readonly task: Task;
  readonly connections: number;
  /**
   * Seconds of the same load before anything counts: caches fill, and connections are accepted, one a turn of the loop. At a
   * given rate longer, until a server that was late with it while it was cold has caught up.
   */
  readonly leadSeconds: number;
  readonly seconds: number;
  /** Requests a second, sent whether or not there were answers; absent: each connection asks again when answered. */
  readonly rate?: number;
}

export type ToLoad = { readonly type: 'load'; readonly order: LoadOrder } | { readonly type: 'stop' };

export type FromLoad =
  | { readonly type: 'ready' }
  /** The lead is over: from now on it counts. */
  | { readonly type: 'begun' }
  | { readonly type: 'ping'; readonly ping: PingWindow }
  | { readonly type: 'loaded'; readonly result: LoadResult }
  | { readonly type: 'failed'; readonly reason: string };
