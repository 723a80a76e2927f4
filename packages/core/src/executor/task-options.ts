import { UUID, IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { checkCallOptions, checkOptionNames, type CallOptions } from '../calls/call-options.js';
import type { Member } from '../cluster/member.js';

/** Options of a task: where it runs, and what ends the wait for its result. */
export interface TaskOptions extends CallOptions {
  /** The member that runs it; it may be a lite member. */
  readonly member?: Member | undefined;
  /** The member that owns the partition of this key runs it. Not with `member`. */
  readonly key?: unknown;
}

/** Options of a task that members store. */
export interface DurableTaskOptions extends CallOptions {
  /** The member that owns the partition of this key stores and runs it. */
  readonly key?: unknown;
  /** True for a task whose class is a `Runnable`. Default: false, a `Callable`. */
  readonly runnable?: boolean | undefined;
}

/** Options of a scheduled task that is for given members. */
export interface MemberScheduleOptions extends CallOptions {
  /** The task's name, of which there may be one in a partition, or on a member. Default: a random one. */
  readonly name?: string | undefined;
  /** True for a task that is disposed of when it is done. Default: false, its result is kept. */
  readonly autoDispose?: boolean | undefined;
  /** True for a task whose class is a `Runnable`. Default: false, a `Callable`. */
  readonly runnable?: boolean | undefined;
}

/**
 * Options of a scheduled task. Without `member` and `key` the owner of the task's `partitionKey`, if it has one, runs it, else that of its
 * name.
 */
export interface ScheduleOptions extends MemberScheduleOptions {
  /** The member that runs it. The task dies with it. */
  readonly member?: Member | undefined;
  /** The member that owns the partition of this key runs it. Not with `member`. */
  readonly key?: unknown;
}

type AnyTaskOptions = TaskOptions & DurableTaskOptions & ScheduleOptions;

export interface CheckedTaskOptions {
  readonly member: UUID | undefined;
  readonly key: unknown;
  readonly runnable: boolean;
  readonly name: string | undefined;
  readonly autoDispose: boolean;
  /** The options of the call; undefined if there are none. */
  readonly call: CallOptions | undefined;
}

const NONE: CheckedTaskOptions = {
  member: undefined,
  key: undefined,
  runnable: false,
  name: undefined,
  autoDispose: false,
  call: undefined,
};

/**
 * Checks the options of a task. Anything but an object is ignored: `tasks.map(executor.submit, executor)` passes an index.
 *
 * Throws IllegalArgumentError naming the option that is wrong or unknown. @param names the options that there are, beside those of
 * every call.
 */
export function checkedTaskOptions(
  given: AnyTaskOptions | undefined,
  names: readonly (keyof AnyTaskOptions)[],
): CheckedTaskOptions {
  if (typeof given !== 'object' || given === null) return NONE;
  checkOptionNames(given, 'a task', [...names, 'timeout', 'signal']);
  const { member, key, runnable = false, name, autoDispose = false, ...call } = given;
  if (key === null) throw new IllegalArgumentError('key must not be null');
  if (member !== undefined && key !== undefined)
    throw new IllegalArgumentError(
      'a task goes to a member or to the owner of a key, so it takes one of both',
    );
  checkFlag('runnable', runnable);
  checkFlag('autoDispose', autoDispose);
  if (name !== undefined && (typeof name !== 'string' || name === ''))
    throw mustBe('name', 'a text that is not empty', name);
  checkCallOptions(call);
  const uuid = member === undefined ? undefined : uuidOf(member);
  return { member: uuid, key, runnable, name, autoDispose, call };
}

function checkFlag(option: string, value: unknown): void {
  if (typeof value !== 'boolean') throw mustBe(option, 'true or false', value);
}

/** Returns the UUID of a member that a caller gave. Throws IllegalArgumentError for anything else. */
export function uuidOf(member: Member): UUID {
  const uuid: unknown = (member as Member | null)?.uuid;
  if (!(uuid instanceof UUID)) throw mustBe('member', 'a member of the cluster', member);
  return uuid;
}
