import type { CallOptions } from '../calls/call-options.js';
import type { Member } from '../cluster/member.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { TaskOptions } from './task-options.js';

/**
 * Runs tasks on members, with the names of Java's `IExecutorService`. `hazelcast-client` does not have it.
 *
 * A task is an object whose class the members have, as a `Callable` or `Runnable` that is IdentifiedDataSerializable, Portable or
 * Compact there; here it is any object that is serialized as one of its instances.
 *
 * A task is not repeated: when the connection to its member is lost, or the member dies, the call rejects with
 * TargetDisconnectedError or MemberLeftError, and the task may have run, or still run. With `network.redoOperation` it is sent again, and
 * may run twice.
 */
export interface IExecutorService extends DistributedObject {
  /**
   * Runs a task on the member that the options name, else on the owner of the task's `partitionKey`, if it has one, else on any member.
   *
   * Resolves to the result of a `Callable`; null for a `Runnable`. Rejects with what the task throws, with RejectedExecutionError when
   * the executor is shut down or full, and with TargetNotMemberError when the member has left. After `timeout` it rejects, and the task
   * goes on. When `signal` aborts, it rejects, and the member is told to interrupt the task.
   */
  submit<R = unknown>(task: unknown, options?: TaskOptions): Promise<R>;
  /** Form for `tasks.map(executor.submit, executor)`: the surplus arguments that `Array.map` passes are ignored. */
  submit<R = unknown>(task: unknown): Promise<R>;
  /**
   * Runs a task on each of these members. Resolves when all have answered, to how each of them ended; the options are for each.
   */
  submitToMembers<R = unknown>(
    task: unknown,
    members: readonly Member[],
    options?: CallOptions,
  ): Promise<Map<Member, PromiseSettledResult<R>>>;
  /** Runs a task on every member that the client knows of, lite members included: see {@link submitToMembers}. */
  submitToAllMembers<R = unknown>(
    task: unknown,
    options?: CallOptions,
  ): Promise<Map<Member, PromiseSettledResult<R>>>;
  /**
   * Shuts the executor down on every member that the client is connected to: tasks that were submitted run, later ones are rejected.
   * `destroy` makes the name usable again.
   */
  shutdown(options?: CallOptions): Promise<void>;
  /** Resolves to whether the executor is shut down, as one member knows it. */
  isShutdown(options?: CallOptions): Promise<boolean>;
}
