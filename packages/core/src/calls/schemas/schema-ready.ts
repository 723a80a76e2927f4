import { monotonicNow } from '@offloop/runtime/clock';
import { SchemaAbsent } from '../../values/serialization/compact/schema/schema-absent.js';
import { checkCallOptions, type CallOptions } from '../call-options.js';
import { timedOut, withinLimits } from '../within-limits.js';

/**
 * For a call whose arguments could not be serialized: where that was for want of a schema, waits for it, as long as the call's
 * options allow. Then the whole call is to be made again, with the options this resolves to: those with what is left of the timeout.
 *
 * Rejects with the error itself if it is any other, with OperationTimeoutError or CancellationError when the time is over or the
 * call was aborted, and as `SchemaSource.replicate`.
 */
export async function schemaReady(
  problem: unknown,
  options: CallOptions | undefined,
): Promise<CallOptions | undefined> {
  if (!(problem instanceof SchemaAbsent)) throw problem;
  if (options === undefined) {
    await problem.ready();
    return undefined;
  }
  checkCallOptions(options);
  const { timeout } = options;
  const begun = monotonicNow();
  await withinLimits(problem.ready(), options, begun);
  if (timeout === undefined) return options;
  const left = Math.ceil(begun + timeout - monotonicNow());
  if (left < 1) throw timedOut(timeout);
  return { ...options, timeout: left };
}
