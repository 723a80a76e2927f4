import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import { MAX_CAPACITY, MIN_CAPACITY } from '../ring/layout.js';
import { isCapacity } from '../ring/one-to-one-ring.js';
import { LONGEST_DELAY_MILLIS } from '../shared/clock.js';
import type { CloseOptions } from './caller-life.js';
import type { ShardOptions } from '../shard/shard.js';

/** What a caller is made of. @typeParam Settings what an agent is started with: cloneable. */
export interface CallerOptions<Settings> extends ShardOptions<Settings> {
  /** How many shards there are, 1 to 1,024: each has an agent, rings and slots of its own. */
  readonly shards: number;
  /** Calls in flight, at most; 1 or more. */
  readonly maxPendingCalls: number;
  /** Bytes of the requests of all calls in flight, queued ones among them, at most; 1 or more. */
  readonly maxPendingBytes: number;
  /** What the agent of a shard is started with; asked again when one follows another that died. */
  settings(shard: number): Settings;
}

/** Shards, at most: each has an agent, and mostly a thread, of its own. */
const MOST_SHARDS = 1024;

/** The error of an option or an argument. @param rule what it has to be: `must be a function`. */
export function illegalArgument<Operation extends CallOperation>(
  protocol: CallerProtocol<Operation>,
  field: string,
  rule: string,
): Error {
  return protocol.makeError(FloorErrorCode.ILLEGAL_ARGUMENT, `${field} ${rule}`, { details: { field } });
}

/** Throws `ILLEGAL_ARGUMENT` for an option that is not what `CallerOptions` says, also where no compiler has looked. */
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
  if (entry === undefined) {
    check('create', typeof create === 'function', 'must be a function where there is no `entry`');
  } else {
    check('entry', isEntry(entry), 'must be a URL, or an object with a string `source`');
  }
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

/** Throws `ILLEGAL_ARGUMENT` for times that are not what `CloseOptions` says. */
export function checkCloseOptions<Operation extends CallOperation>(
  { drain = 0, grace = 0 }: CloseOptions,
  protocol: CallerProtocol<Operation>,
): void {
  if (!isFrom(0, drain, Infinity)) {
    throw illegalArgument(protocol, 'drain', 'must be a number of milliseconds of at least 0');
  }
  if (!isFrom(0, grace, LONGEST_DELAY_MILLIS / 2)) {
    const most = Math.floor(LONGEST_DELAY_MILLIS / 2);
    throw illegalArgument(protocol, 'grace', `must be a number of milliseconds from 0 to ${most}`);
  }
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
