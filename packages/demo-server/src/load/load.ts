// The messages between the load's process and the process that orders the load.
import type { Approach } from '../approaches/approaches.js';
import type { LoadResult } from '../figures/load-result.js';
import type { Task } from './plan.js';

interface Order {
  /** Port of the approach's server, on this machine. */
  readonly port: number;
  readonly approach: Approach;
  readonly task: Task;
  readonly connections: number;
  /** Requests a second, sent whether or not there were answers; absent: each connection asks again when answered. */
  readonly rate?: number;
}

/** One load without a break. */
export interface LoadOrder extends Order {
  /**
   * Seconds of the same load before anything counts: caches fill, and connections are accepted, one a turn of the loop. At a
   * given rate longer, until a server that was late with it while it was cold has caught up.
   */
  readonly leadSeconds: number;
  readonly seconds: number;
}

/** One turn of a load. Its answers are awaited, so that it lasts a little longer than it sends. */
export interface TurnOrder extends Order {
  /** Milliseconds in which requests are sent. */
  readonly millis: number;
  /** Whether it counts for the total: one to warm up does not. */
  readonly counts: boolean;
}

export interface TurnResult {
  readonly turn: LoadResult;
  /** All turns of this approach that count. */
  readonly total: LoadResult;
}

export type ToLoad =
  | { readonly type: 'load'; readonly order: LoadOrder }
  | { readonly type: 'turn'; readonly order: TurnOrder }
  /** Turns of several servers at once, whatever becomes of them: where nothing is measured, they need not wait for each other. */
  | { readonly type: 'warm up'; readonly orders: readonly TurnOrder[] };

export type FromLoad =
  | { readonly type: 'ready' }
  /** The lead is over: from now on it counts. */
  | { readonly type: 'begun' }
  | { readonly type: 'loaded'; readonly result: LoadResult }
  | { readonly type: 'turned'; readonly result: TurnResult }
  | { readonly type: 'warm' }
  | { readonly type: 'failed'; readonly reason: string };
