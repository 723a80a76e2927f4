import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import type { ShardSupervisor } from '../shard/shard-supervisor.js';
import { illegalArgument } from './caller-options.js';
import { isTimeout, TIMEOUT_RULE, watchLimits, type CallLimits } from './limits.js';

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
    if (typeof (signal as Partial<AbortSignal> | null)?.addEventListener !== 'function')
      throw illegalArgument(protocol, 'signal', 'must be an AbortSignal');
    if (signal.aborted) throw cancelled(protocol, signal);
  }
  if (!isTimeout(timeout)) throw illegalArgument(protocol, 'timeout', TIMEOUT_RULE);
  return timeout === undefined || timeout === Infinity ? 0 : Math.ceil(timeout);
}

function cancelled<Operation extends CallOperation>(
  protocol: CallerProtocol<Operation>,
  signal: AbortSignal,
): Error {
  return protocol.makeError(FloorErrorCode.CANCELLED, 'the call was aborted', { cause: signal.reason });
}

/** Gives a call up when its time is over or its signal is aborted: rejects its promise at once, and tells the agent. */
export function watchCall<Settings, Operation extends CallOperation>(
  supervisor: ShardSupervisor<Settings, Operation>,
  protocol: CallerProtocol<Operation>,
  slot: number,
  limits: CallLimits,
): void {
  const { slots } = supervisor;
  const generation = slots.generationOf(slot);
  const abandon = (error: Error): void => {
    slots.abandon(slot, error);
    supervisor.cancel(slot, generation);
  };
  const stop = watchLimits(limits, {
    take: (isWaiting) => supervisor.current?.takeArrived(isWaiting),
    onTimeout: (timeout) =>
      abandon(protocol.makeError(FloorErrorCode.TIMED_OUT, `no answer within ${timeout} ms`)),
    onAbort: (signal) => abandon(cancelled(protocol, signal)),
  });
  slots.onSettled(slot, stop);
}
