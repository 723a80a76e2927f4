import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode, type FloorErrorOptions } from '../protocol/errors.js';
import type { ShardSupervisor } from '../shard/shard-supervisor.js';
import { onAbort } from '../shared/abort-listeners.js';
import { clearTimeout, LONGEST_DELAY_MILLIS, setTimeout } from '../shared/clock.js';
import { illegalArgument } from './caller-options.js';

/** Limits on how long one call may take. A call with an invalid limit fails with `ILLEGAL_ARGUMENT`. */
export interface CallLimits {
  /**
   * Milliseconds until the call is given up: over 0 and up to 2³¹ − 1 (a timer's longest delay), or `Infinity` for no limit.
   * Default: no limit. The agent is told the limit, rounded up, and must not wait longer.
   */
  readonly timeout?: number | undefined;
  /** Gives the call up when this signal is aborted. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks the limits of a call. Throws `ILLEGAL_ARGUMENT` for an invalid one, and `CANCELLED` for a signal that is already aborted.
 *
 * @returns the timeout for the agent in milliseconds; 0: none.
 */
export function checkLimits<Operation extends CallOperation>(
  { timeout, signal }: CallLimits,
  protocol: CallerProtocol<Operation>,
): number {
  if (signal !== undefined) {
    if (typeof (signal as Partial<AbortSignal> | null)?.addEventListener !== 'function') {
      throw illegalArgument(protocol, 'signal', 'must be an AbortSignal');
    }
    if (signal.aborted) throw cancelled(protocol, signal);
  }
  if (timeout === undefined || timeout === Infinity) return 0;
  if (typeof timeout === 'number' && timeout > 0 && timeout <= LONGEST_DELAY_MILLIS)
    return Math.ceil(timeout);
  const rule = `must be a number of milliseconds over 0 and up to ${LONGEST_DELAY_MILLIS}, or Infinity for none`;
  throw illegalArgument(protocol, 'timeout', rule);
}

/** Makes the error of a call that was aborted by its signal. */
function cancelled<Operation extends CallOperation>(
  protocol: CallerProtocol<Operation>,
  signal: AbortSignal,
): Error {
  return protocol.makeError(FloorErrorCode.CANCELLED, 'the call was aborted', { cause: signal.reason });
}

/** Gives a call up when its time is over or its signal is aborted: rejects its promise at once, and tells the agent. */
export function watchLimits<Settings, Operation extends CallOperation>(
  supervisor: ShardSupervisor<Settings, Operation>,
  protocol: CallerProtocol<Operation>,
  slot: number,
  { timeout, signal }: CallLimits,
): void {
  const { slots } = supervisor;
  const generation = slots.generationOf(slot);
  const abandon = (error: () => Error): void => {
    if (!slots.isPending(slot, generation)) return;
    slots.abandon(slot, error());
    supervisor.cancel(slot, generation);
  };
  const timer =
    timeout === undefined || timeout === Infinity
      ? undefined
      : setTimeout(() => {
          // A blocked loop reaches its timers first: a result that is already here wins.
          supervisor.current?.onExpiry(slot, generation);
          abandon(() => {
            const details: FloorErrorOptions['details'] = slots.isWaiting(slot) ? { sent: 0 } : {};
            return protocol.makeError(FloorErrorCode.TIMED_OUT, `no answer within ${timeout} ms`, {
              details,
            });
          });
        }, timeout);
  const stopListening =
    signal === undefined ? undefined : onAbort(signal, () => abandon(() => cancelled(protocol, signal)));
  slots.onSettled(slot, () => {
    clearTimeout(timer);
    stopListening?.();
  });
}
