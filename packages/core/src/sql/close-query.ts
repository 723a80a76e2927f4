import { pause } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import type { Invoker } from '../calls/invoker.js';
import { targetedOperation } from '../calls/operation.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import type { UUID } from '@offloop/values';
import type { Query } from './query.js';

/** What closing needs of its client. */
export interface ClosingContext {
  readonly invoker: Invoker;
  /** All members of the cluster. */
  members(): readonly UUID[];
}

const close = targetedOperation(messages.sql.close, RequestFlag.PREFERS);

/** Milliseconds before each attempt to close a query whose connection was lost: its member may be connected again by then. */
const PAUSES = [200, 800, 3000, 10_000];

/** Closes a query whose connection is not known, on the member that was to have it or, where that is not connected, on any. */
export async function closeQuery(invoker: Invoker, { id, member, time }: Query): Promise<void> {
  const fields = { queryId: id };
  try {
    await (member === undefined
      ? invoker.invoke(close, NO_NAME, fields, time.closing)
      : invoker.invokeOnMember(close, NO_NAME, member, fields, time.closing));
  } catch {
    // Nobody waits for it. A member that cannot be reached forgets the query itself.
  }
}

/**
 * Closes a query whose connection was lost. A member forgets the queries of a client that has left it, but looks for such clients
 * about once a second: one that is back by then has not left. So the query is closed several times, until the client is back for sure;
 * and on all members: none closes the query of another, and another than the one that was to have it may have been the only one
 * connected.
 */
export async function closeLostQuery(context: ClosingContext, query: Query): Promise<void> {
  for (const millis of PAUSES) {
    // One attempt after the other.
    // oxlint-disable-next-line no-await-in-loop
    await pause(millis, undefined, { ref: false });
    if (context.invoker.refusal() !== undefined) continue;
    for (const member of context.members()) void closeQuery(context.invoker, { ...query, member });
  }
}
