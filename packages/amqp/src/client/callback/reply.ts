import type { OnReply } from '../channel/calls/rpc-queue.js';

/** Called with an error, or with null and a result. */
export type Callback<Result> = ((error: Error, result: Result) => void) | undefined;

/** Returns a function that calls a callback with a reply, or with an error alone. @param map default: the reply as it is */
export function replyTo<Result>(
  callback: Callback<Result>,
  map: (reply: unknown) => Result = (reply) => reply as Result,
): OnReply {
  // Their types say that there is always an error: it is null where all went well.
  const call = callback as ((error: Error | null, result?: Result) => void) | undefined;
  return (error, reply) => {
    if (error !== null) return call?.(error);
    // Also without a callback: a consumer is entered here.
    const result = map(reply);
    call?.(null, result);
  };
}
