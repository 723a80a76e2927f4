import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import { MAX_CAPACITY, MIN_CAPACITY } from '../ring/layout.js';
import { isCapacity } from '../ring/one-to-one-ring.js';
import { LONGEST_DELAY_MILLIS } from '../shared/clock.js';
import type { CloseOptions } from './caller-life.js';
import type { ShardOptions } from '../shard/shard.js';

/** Options of a `Caller`. @typeParam Settings the protocol's settings for an agent, which can be cloned. */
export interface CallerOptions<Settings> extends ShardOptions<Settings> {
  /** Number of shards, 1 to 1,024. Each has an agent, rings and slots of its own. */
  readonly shards: number;
  /** The most calls in flight, over all shards; 1 or more. */
  readonly maxPendingCalls: number;
  /** The most bytes of the requests of all calls in flight, queued ones included; 1 or more. */
  readonly maxPendingBytes: number;
  /** Returns the settings for the agent of a shard. Called again when an agent died and another takes its place. */
  settings(shard: number): Settings;
  /**
   * Returns true for a shard whose agent runs on the caller's own loop, by `create`, although there is an `entry`. So shards of both kinds
   * serve one caller. Default: none does.
   */
  isInline?(shard: number): boolean;
  /** Returns true for a shard that `Caller.start` leaves out: `startShard` starts it when it is needed. Default: none. */
  startsLater?(shard: number): boolean;
}

/** The most shards of a caller: each has an agent, and mostly a thread, of its own. */
const MOST_SHARDS = 1024;

/** Makes the `ILLEGAL_ARGUMENT` error of an option or argument. @param rule such as `must be a function`. */
export function illegalArgument<Operation extends CallOperation>(
  protocol: CallerProtocol<Operation>,
  field: string,
  rule: string,
): Error {
  return protocol.makeError(FloorErrorCode.ILLEGAL_ARGUMENT, `${field} ${rule}`, { details: { field } });
}

/** Throws `ILLEGAL_ARGUMENT` for an option of a wrong type, or out of the range that `CallerOptions` states. */
export function checkCallerOptions<Settings, Operation extends CallOperation>(
  options: CallerOptions<Settings>,
  protocol: CallerProtocol<Operation>,
): void {
  const check = (field: string, isRight: boolean, rule: string): void => {
    if (!isRight) throw illegalArgument(protocol, field, rule);
  };
  const whole = (field: string, value: number, most: number): void =>
    check(
      field,
      isFrom(1, value, most) && (Number.isInteger(value) || value === Infinity),
      `must be a whole number from 1${most === Infinity ? '' : ` to ${most}`}`,
    );
  const least = (field: string, value: number, from: number): void =>
    check(field, isFrom(from, value, Infinity), `must be a number of at least ${from}`);
  const ring = (field: string, value: number): void =>
    check(field, isCapacity(value), `must be a power of two from ${MIN_CAPACITY} to ${MAX_CAPACITY}`);

  const { entry, create, thread, name } = options;
  whole('shards', options.shards, MOST_SHARDS);
  if (entry === undefined || options.isInline !== undefined)
    check('create', typeof create === 'function', 'must be a function where there is no `entry`');
  if (entry !== undefined)
    check('entry', isEntry(entry), 'must be a URL, or an object with a string `source`');
  check('settings', typeof options.settings === 'function', 'must be a function');
  check('name', typeof name === 'string', 'must be a string');
  whole('maxPendingCalls', options.maxPendingCalls, Infinity);
  whole('maxPendingBytes', options.maxPendingBytes, Infinity);
  ring('requestRingBytes', options.requestRingBytes);
  ring('completionRingBytes', options.completionRingBytes);
  least('callerLingerMicros', options.callerLingerMicros, 0);
  check('thread', typeof thread === 'object' && thread !== null, 'must be an object');
  least('thread.lingerMicros', thread.lingerMicros, 0);
  least('thread.callerStallTimeoutMillis', thread.callerStallTimeoutMillis, 1);
  least('thread.maxSpilledBytes', thread.maxSpilledBytes, 0);
}

/** Throws `ILLEGAL_ARGUMENT` for a time out of the range that `CloseOptions` states. */
export function checkCloseOptions<Operation extends CallOperation>(
  { drain = 0, grace = 0 }: CloseOptions,
  protocol: CallerProtocol<Operation>,
): void {
  if (!isFrom(0, drain, Infinity))
    throw illegalArgument(protocol, 'drain', 'must be a number of milliseconds of at least 0');
  checkGrace('grace', grace, protocol);
}

/** Throws `ILLEGAL_ARGUMENT` unless a timer can run after this time, and after twice as much. */
export function checkGrace<Operation extends CallOperation>(
  field: string,
  millis: number,
  protocol: CallerProtocol<Operation>,
): void {
  if (isFrom(0, millis, LONGEST_DELAY_MILLIS / 2)) return;
  const most = Math.floor(LONGEST_DELAY_MILLIS / 2);
  throw illegalArgument(protocol, field, `must be a number of milliseconds from 0 to ${most}`);
}

function isFrom(least: number, value: unknown, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Looks at properties instead of classes: a URL may be of another realm, such as a test's sandbox. */
function isEntry(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { href, source } = entry as { href?: unknown; source?: unknown };
  return typeof href === 'string' || typeof source === 'string';
}
