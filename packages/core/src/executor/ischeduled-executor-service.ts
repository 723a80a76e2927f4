import type { CallOptions } from '../calls/call-options.js';
import type { Member } from '../cluster/member.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { IScheduledFuture } from './ischeduled-future.js';
import type { ScheduledTaskHandler } from './scheduled-task-handler.js';
import type { MemberScheduleOptions, ScheduleOptions } from './task-options.js';

/**
 * Runs tasks later, or again and again, on members, with the names of Java's `IScheduledExecutorService`. `hazelcast-client` does not
 * have it. What a task is: see {@link IExecutorService}.
 *
 * Times are in milliseconds. Tasks are stored with backups, unless one is for a member: that one dies with it. A task whose member dies
 * may run again elsewhere. Calls are sent again when their connection is lost.
 */
export interface IScheduledExecutorService extends DistributedObject {
  /**
   * Has a task run once, after `delay`. Where: see {@link ScheduleOptions}. Resolves when it is stored.
   *
   * Rejects with DuplicateTaskError when there is a task of that name, and with RejectedExecutionError when the scheduler is shut down, or
   * full.
   */
  schedule<R = unknown>(
    task: unknown,
    delay: number,
    options?: ScheduleOptions,
  ): Promise<IScheduledFuture<R>>;
  /**
   * Has a task run after `initialDelay`, and then every `period`, until it throws or is cancelled. A run that takes longer delays the
   * next ones.
   */
  scheduleAtFixedRate(
    task: unknown,
    initialDelay: number,
    period: number,
    options?: ScheduleOptions,
  ): Promise<IScheduledFuture<null>>;
  /** Has a task run once on each of these members. When one of them refuses, this rejects, and the others have the task. */
  scheduleOnMembers<R = unknown>(
    task: unknown,
    members: readonly Member[],
    delay: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<R>>>;
  /** Has a task run again and again on each of these members. */
  scheduleOnMembersAtFixedRate(
    task: unknown,
    members: readonly Member[],
    initialDelay: number,
    period: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<null>>>;
  /** Has a task run once on every member that the client knows of. */
  scheduleOnAllMembers<R = unknown>(
    task: unknown,
    delay: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<R>>>;
  /** Has a task run again and again on every member that the client knows of. */
  scheduleOnAllMembersAtFixedRate(
    task: unknown,
    initialDelay: number,
    period: number,
    options?: MemberScheduleOptions,
  ): Promise<Map<Member, IScheduledFuture<null>>>;
  /**
   * Returns the task of a handler, without asking whether it is there. Throws IllegalArgumentError if it is not a handler.
   */
  getScheduledFuture<R = unknown>(handler: ScheduledTaskHandler): IScheduledFuture<R>;
  /** Resolves to all tasks that are not disposed of, by the member that has them. */
  getAllScheduledFutures<R = unknown>(options?: CallOptions): Promise<Map<Member, IScheduledFuture<R>[]>>;
  /** Shuts the scheduler down on every member: they take no more tasks. `destroy` disposes of all its tasks. */
  shutdown(options?: CallOptions): Promise<void>;
}
