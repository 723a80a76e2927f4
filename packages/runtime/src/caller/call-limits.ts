import type { CallerProtocol, CallOperation } from '../protocol/caller-protocol.js';
import { FloorErrorCode } from '../protocol/errors.js';
import type { ShardSupervisor } from '../shard/shard-supervisor.js';
import { onAbort } from '../shared/abort-listeners.js';
import { clearTimeout, setTimeout } from '../shared/clock.js';

/** How long somebody waits for one call. */
export interface CallLimits {
  /** Milliseconds, whole, 1 to 2³¹ − 1; undefined: no limit. The agent is told of it, and must not wait for longer. */
  readonly timeout?: number | undefined;
  /** Gives the call up when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The error of a call that its signal ended. */
export function cancelled<Operation extends CallOperation>(
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
    supervisor.current?.sender.cancel(slot, generation);
  };
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          // A blocked loop reaches its timers first: a result that is already here wins.
          supervisor.current?.onExpiry(slot, generation);
          abandon(() => protocol.makeError(FloorErrorCode.TIMED_OUT, `no answer within ${timeout} ms`));
        }, timeout);
  const stopListening =
    signal === undefined ? undefined : onAbort(signal, () => abandon(() => cancelled(protocol, signal)));
  slots.onSettled(slot, () => {
    clearTimeout(timer);
    stopListening?.();
  });
}
