import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { DurableTaskOptions } from './task-options.js';

/**
 * Runs tasks that members store with backups, and whose results they keep, with the names of Java's `DurableExecutorService`.
 * `hazelcast-client` does not have it. What a task is: see {@link IExecutorService}.
 *
 * When a member dies, those that have the backups run its tasks again: a task may run more than once. Calls are sent again when their
 * connection is lost; a `submit` that is sent twice stores two tasks.
 */
export interface DurableExecutorService extends DistributedObject {
  /**
   * Stores a task with the owner of the key in the options, else of the task's `partitionKey`, if it has one, else with any member, which
   * runs it.
   *
   * Resolves to the task's id when it is stored: from then on any client can ask for the result. Rejects with RejectedExecutionError when
   * the partition has no room for another task. A task that is stored cannot be cancelled.
   */
  submit(task: unknown, options?: DurableTaskOptions): Promise<Long>;
  /** Form for `tasks.map(executor.submit, executor)`: the surplus arguments that `Array.map` passes are ignored. */
  submit(task: unknown): Promise<Long>;
  /**
   * Waits for a task, and resolves to its result, which the member keeps. Rejects with what the task threw, and with StaleTaskIdError
   * when the result was overwritten by that of a later task.
   */
  retrieveResult<R = unknown>(taskId: Long | number, options?: CallOptions): Promise<R>;
  /**
   * Waits for a task, and resolves to its result, which the member drops. Rejects as `retrieveResult` does.
   *
   * It takes neither timeout nor signal: to give the call up would lose the result. When the connection is lost before the answer, it is
   * sent again, and gives null if the result was dropped already.
   */
  retrieveAndDisposeResult<R = unknown>(taskId: Long | number): Promise<R>;
  /** Drops the result of a task, or the task, if it has not run. */
  disposeResult(taskId: Long | number, options?: CallOptions): Promise<void>;
  /**
   * Shuts the executor down on every member that the client is connected to: they take no more tasks. `destroy` makes the name usable
   * again.
   */
  shutdown(options?: CallOptions): Promise<void>;
  /** Resolves to whether the executor is shut down, as one member knows it. */
  isShutdown(options?: CallOptions): Promise<boolean>;
}
