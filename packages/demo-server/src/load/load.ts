// The messages between the load's process and the process that orders the load.
import type { Approach } from '../approaches/approaches.js';
import type { LoadResult } from '../figures/outcome.js';
import type { Task } from './plan.js';

/** The settings of one turn of a load. The turn waits for its last answer, so that a slow server makes it longer. */
export interface TurnOrder {
  /** Port of the approach's server, on this machine. */
  readonly port: number;
  readonly approach: Approach;
  readonly task: Task;
  readonly connections: number;
  /** Requests a second. Absent: a connection sends its next request when it has its answer. */
  readonly rate?: number;
  /** Approximate duration in seconds. */
  readonly seconds: number;
  /** True if the turn counts for the total; false for one that only warms up. */
  readonly counts: boolean;
}

export interface TurnResult {
  readonly turn: LoadResult;
  /** Figures of all turns of this approach that count. */
  readonly total: LoadResult;
}

export type ToLoad =
  | { readonly type: 'turn'; readonly order: TurnOrder }
  /** Turns on several servers at once, to warm them up. Nothing is measured, so they need not wait for each other, and may fail. */
  | { readonly type: 'warm up'; readonly orders: readonly TurnOrder[] };

export type FromLoad =
  | { readonly type: 'ready' }
  | { readonly type: 'turned'; readonly result: TurnResult }
  | { readonly type: 'warm' }
  | { readonly type: 'failed'; readonly reason: string };
