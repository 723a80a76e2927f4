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

/** Options that were checked. */
export interface CheckedTaskOptions {
  readonly member: UUID | undefined;
  readonly key: unknown;
  /** The options of the call; undefined if there are none. */
  readonly call: CallOptions | undefined;
}

const NONE: CheckedTaskOptions = { member: undefined, key: undefined, call: undefined };
const NAMES = ['member', 'key', 'timeout', 'signal'];

/**
 * Checks the options of a task. What is no object is ignored: `tasks.map(executor.submit, executor)` passes an index.
 *
 * Throws IllegalArgumentError naming the option that is wrong or unknown.
 */
export function checkedTaskOptions(given: TaskOptions | undefined): CheckedTaskOptions {
  if (typeof given !== 'object' || given === null) return NONE;
  checkOptionNames(given, 'a task', NAMES);
  const { member, key, ...call } = given;
  if (key === null) throw new IllegalArgumentError('key must not be null');
  if (member !== undefined && key !== undefined)
    throw new IllegalArgumentError(
      'a task goes to a member or to the owner of a key, so it takes one of both',
    );
  checkCallOptions(call);
  return { member: member === undefined ? undefined : uuidOf(member), key, call };
}

/** Returns the UUID of a member that a caller gave. Throws IllegalArgumentError for anything else. */
export function uuidOf(member: Member): UUID {
  const uuid: unknown = (member as Member | null)?.uuid;
  if (!(uuid instanceof UUID))
    throw new IllegalArgumentError(`member must be a member of the cluster, got ${describe(member)}`);
  return uuid;
}
