import { isTimeout, TIMEOUT_RULE, watchLimits } from '@offloop/runtime';
import type { Fields, MethodSpec } from '../../../wire/method-spec.js';
import { TimeoutError } from '../../errors/timeout-error.js';
import type { Limits } from '../../types/options.js';
import type { ChannelCore } from '../channel-core.js';
import type { OnReply } from './rpc-queue.js';

/** What is done with a reply, at once, before the promise's own callbacks run. */
export interface ReplyHooks<Result> {
  readonly arrived?: (result: Result) => void;
  /** Takes back what a reply has brought that nobody waits for any longer. */
  readonly late?: (result: Result) => void;
}

/**
 * Sends a method that has a reply, and waits for it within limits. When it is given up before its turn, it is not sent. When it is given up
 * later, it keeps its turn, and its reply goes to `late`.
 *
 * @param limits undefined: none
 */
export function callWithin<Result>(
  core: ChannelCore,
  spec: MethodSpec,
  fields: Fields,
  limits: Limits | undefined,
  { arrived, late }: ReplyHooks<Result> = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (limits !== undefined) check(limits);
    let stop: (() => void) | undefined;
    const settle: OnReply = (error, result) => {
      stop?.();
      if (error === null) {
        arrived?.(result as Result);
        resolve(result as Result);
      } else reject(error);
    };
    const rpc = core.call(spec, fields, settle);
    stop =
      limits &&
      watch(
        core,
        limits,
        spec.name,
        () => core.isSent(rpc),
        (reason) => {
          rpc.isDropped = !core.isSent(rpc);
          rpc.settle = (error, result) => {
            if (error === null) late?.(result as Result);
          };
          reject(reason);
        },
      );
  });
}

/** Waits for a promise within limits. @param what for the error's message */
export function waitWithin<Result>(
  core: ChannelCore,
  promise: Promise<Result>,
  what: string,
  limits: Limits | undefined,
): Promise<Result> {
  if (limits === undefined) return promise;
  return new Promise((resolve, reject) => {
    // First: it may reject, also when nobody waits any longer.
    const settled = promise.then(resolve, reject);
    check(limits);
    void settled.finally(watch(core, limits, what, () => true, reject));
  });
}

/** Throws for a timeout that Node.js would let run out at once, and for a signal that is aborted. */
function check({ timeout, signal }: Limits): void {
  if (!isTimeout(timeout)) throw new TypeError(`timeout ${TIMEOUT_RULE}`);
  signal?.throwIfAborted();
}

/** Calls `giveUp` when a limit is reached. @returns a function that ends the watch */
function watch(
  { session }: ChannelCore,
  limits: Limits,
  what: string,
  isSent: () => boolean,
  giveUp: (reason: Error) => void,
): () => void {
  return watchLimits(limits, {
    take: (isWaiting) => session.takeArrived(isWaiting),
    onTimeout: (timeout) => giveUp(new TimeoutError(what, timeout, isSent())),
    onAbort: ({ reason }) => giveUp(reason as Error),
  });
}
