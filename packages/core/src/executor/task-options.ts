import { UUID, describe, IllegalArgumentError } from '@offloop/values';
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

type AnyTaskOptions = TaskOptions & DurableTaskOptions;

/** Options that were checked. */
export interface CheckedTaskOptions {
  readonly member: UUID | undefined;
  readonly key: unknown;
  readonly runnable: boolean;
  /** The options of the call; undefined if there are none. */
  readonly call: CallOptions | undefined;
}

const NONE: CheckedTaskOptions = { member: undefined, key: undefined, runnable: false, call: undefined };

/**
 * Checks the options of a task. What is no object is ignored: `tasks.map(executor.submit, executor)` passes an index.
 *
 * Throws IllegalArgumentError naming the option that is wrong, or that there is not. @param names the options that there are, beside
 * those of every call.
 */
export function checkedTaskOptions(
  given: AnyTaskOptions | undefined,
  names: readonly (keyof AnyTaskOptions)[],
): CheckedTaskOptions {
  if (typeof given !== 'object' || given === null) return NONE;
  checkOptionNames(given, 'a task', [...names, 'timeout', 'signal']);
  const { member, key, runnable = false, ...call } = given;
  if (key === null) throw new IllegalArgumentError('key must not be null');
  if (member !== undefined && key !== undefined)
    throw new IllegalArgumentError('a task goes to a member or to the owner of a key, so it takes one of both');
  if (typeof runnable !== 'boolean')
    throw new IllegalArgumentError(`runnable must be true or false, got ${describe(runnable)}`);
  checkCallOptions(call);
  return { member: member === undefined ? undefined : uuidOf(member), key, runnable, call };
}

/** Returns the UUID of a member that a caller gave. Throws IllegalArgumentError for anything else. */
export function uuidOf(member: Member): UUID {
  const uuid: unknown = (member as Member | null)?.uuid;
  if (!(uuid instanceof UUID))
    throw new IllegalArgumentError(`member must be a member of the cluster, got ${describe(member)}`);
  return uuid;
}
