import { onAbort, type Resolve } from '@offloop/runtime';
import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import { CancellationError, OperationTimeoutError } from '../errors/hierarchy.js';
import type { CallOptions } from './call-options.js';

/**
 * What a call does besides its request, such as fetching a schema, within what is left of its time. The work goes on in any case.
 *
 * Settles as the work does, or rejects with OperationTimeoutError or CancellationError when the time is over or the call was aborted.
 *
 * @param begun when the call began, by `monotonicNow()`.
 */
export async function withinLimits<T>(
  work: Promise<T>,
  { timeout, signal }: CallOptions,
  begun: number,
): Promise<T> {
  let giveUp!: (reason: Error) => void;
  const limit = new Promise<never>((_, reject) => (giveUp = reject));
  const abort = (): void => giveUp(new CancellationError('the call was aborted', signal?.reason));
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => giveUp(timedOut(timeout)), begun + timeout - monotonicNow());
  if (signal?.aborted === true) abort();
  const stopListening = signal === undefined || signal.aborted ? undefined : onAbort(signal, abort);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

/** For a call that begins now: takes a result that is a promise still, and waits for it no longer than the call's options allow. */
export function resolveWithin(resolve: Resolve, options: CallOptions | undefined): Resolve {
  if (options === undefined) return resolve;
  const begun = monotonicNow();
  return (result) =>
    resolve(result instanceof Promise ? withinLimits(result as Promise<unknown>, options, begun) : result);
}

export function timedOut(timeout: number): Error {
  return new OperationTimeoutError(`no answer within ${timeout} ms`);
}
