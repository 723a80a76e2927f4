// The messages between the load's process and the process that orders the load.
import type { Approach } from '../approaches/approaches.js';
import type { LoadResult } from '../figures/load-result.js';
import type { Task } from './plan.js';

/** One turn of a load. Its last answer is awaited, so that a slow server makes it longer. */
export interface TurnOrder {
  /** Port of the approach's server, on this machine. */
  readonly port: number;
  readonly approach: Approach;
  readonly task: Task;
  readonly connections: number;
  /** Requests a second; absent: each connection asks again when answered. */
  readonly rate?: number;
  /** How long it is to last, about. */
  readonly seconds: number;
  /** Whether it counts for the total: one to warm up does not. */
  readonly counts: boolean;
}

export interface TurnResult {
  readonly turn: LoadResult;
  /** All turns of this approach that count. */
  readonly total: LoadResult;
}

export type ToLoad =
  | { readonly type: 'turn'; readonly order: TurnOrder }
  /** Turns of several servers at once, whatever becomes of them: where nothing is measured, they need not wait for each other. */
  | { readonly type: 'warm up'; readonly orders: readonly TurnOrder[] };

export type FromLoad =
  | { readonly type: 'ready' }
  | { readonly type: 'turned'; readonly result: TurnResult }
  | { readonly type: 'warm' }
  | { readonly type: 'failed'; readonly reason: string };
