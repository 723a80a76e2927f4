import { SchemaAbsent } from '@offloop/values';
import type { CallOptions } from '../call-options.js';
import { Deadline, watched, type Watch } from '../deadline.js';

/** Serializes the arguments of a call, and makes it. Throws at once what cannot be serialized; returns the call's promise. */
type Make<R> = (options: CallOptions | undefined) => Promise<R>;

/**
 * Makes a call whose arguments may be Compact values. A value of a schema that the cluster does not have cannot be serialized yet:
 * then the schema is sent, and the whole call made again when every member has it.
 *
 *     make ── throws SchemaAbsent ──▶ the schema is sent ──▶ make again, with what is left of the timeout ── …
 *
 * Rejects with whatever `make` throws or rejects with, with OperationTimeoutError or CancellationError as `options` say while it
 * waits for a schema, and as `SchemaSource.replicate`.
 */
export function prepared<R>(options: CallOptions | undefined, make: Make<R>): Promise<R> {
  try {
    return make(options);
  } catch (error) {
    return preparedAfter(error, options, make);
  }
}

/**
 * Continues a call whose arguments could not be serialized because of `reason`: see `prepared`.
 *
 * @param watch gives the call up when it need not wait for its schema any more.
 */
export async function preparedAfter<R>(
  reason: unknown,
  options: CallOptions | undefined,
  make: Make<R>,
  watch?: Watch,
): Promise<R> {
  if (!(reason instanceof SchemaAbsent)) throw reason;
  const deadline = Deadline.of(options);
  const watches = watch === undefined ? [] : [watch];
  if (deadline !== undefined) watches.push((giveUp) => deadline.watch(giveUp));
  await watched(reason.ready(), watches);
  return prepared(deadline?.left, make);
}
