import type { CallOptions } from '../calls/call-options.js';
import type { ScheduledTaskHandler } from './scheduled-task-handler.js';

/** What a member knows of the runs of a scheduled task. Times are in milliseconds, with fractions. */
export interface ScheduledTaskStatistics {
  /** Number of runs. */
  readonly totalRuns: number;
  /** Time that the last run took. */
  readonly lastRunDuration: number;
  /** Time that the task waited before its last run. */
  readonly lastIdleTime: number;
  /** Time that all runs took. */
  readonly totalRunTime: number;
  /** Time that the task waited before all its runs. */
  readonly totalIdleTime: number;
}

/**
 * A task that is scheduled on a member, with the names of Java's `IScheduledFuture`. Each method asks the member that has the task, and
 * rejects with StaleTaskError when the task was disposed of. Calls are sent again when their connection is lost.
 */
export interface IScheduledFuture<R = unknown> {
  /** Returns the name of the task, for other clients. */
  getHandler(): ScheduledTaskHandler;
  /**
   * Waits for the task, and resolves to its result. Rejects with what the task threw, and with CancellationError when it was cancelled.
   * One that runs at a fixed rate has no result, and ends only when it is cancelled or throws.
   */
  get(options?: CallOptions): Promise<R>;
  /** Resolves to the milliseconds until the next run, with fractions; 0 or less when it is due or done. */
  getDelay(options?: CallOptions): Promise<number>;
  /** Resolves to what the member knows of the task's runs. */
  getStats(options?: CallOptions): Promise<ScheduledTaskStatistics>;
  /** Cancels further runs; one that is under way goes on. Resolves to false when the task was done or cancelled already. */
  cancel(options?: CallOptions): Promise<boolean>;
  /** Resolves to whether the task was cancelled. */
  isCancelled(options?: CallOptions): Promise<boolean>;
  /** Resolves to whether the task is done: it has its result, threw, or was cancelled. */
  isDone(options?: CallOptions): Promise<boolean>;
  /** Cancels the task, and has the member forget it and its result. Its name may be used again. */
  dispose(options?: CallOptions): Promise<void>;
}
