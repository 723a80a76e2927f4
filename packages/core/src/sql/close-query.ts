import { pause } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import type { Invoker } from '../calls/invoker.js';
import { operation } from '../calls/operation.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import type { UUID } from '@offloop/values';
import type { Query } from './query.js';

export interface ClosingContext {
  readonly invoker: Invoker;
  members(): readonly UUID[];
}

const close = operation(messages.sql.close, RequestFlag.PREFERS);

/** Milliseconds before each attempt to close a query whose connection was lost: its member may be connected again by then. */
const PAUSES = [200, 800, 3000, 10_000];

/**
 * Closes a query whose connection is not known. The request goes to the member that the query was sent to; if the client is not connected
 * to it, to any member.
 */
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
 * Closes a query whose connection was lost. Members forget the queries of clients that have left, but look for such clients only about
 * once a second; a client that has connected again by then keeps its queries. So this closes the query several times, over 14 s, until
 * the client is surely connected again. It asks all members, because a member closes only its own queries, and the query may be on another
 * member than it was meant for: the only one that was connected.
 */
export async function closeLostQuery(context: ClosingContext, query: Query): Promise<void> {
  for (const millis of PAUSES) {
    // One attempt after the other.
    await pause(millis, undefined, { ref: false });
    if (context.invoker.refusal() !== undefined) continue;
    for (const member of context.members()) void closeQuery(context.invoker, { ...query, member });
  }
}
