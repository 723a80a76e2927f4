import type { CallOperation, CallRequest } from '../protocol/caller-protocol.js';
import type { Hold } from '../shard/hold.js';
import type { Reject, Resolve } from '../shared/settlers.js';
import type { CallLimits } from './limits.js';

/**
 * A call as `Caller.send` takes it. It is read before `send` returns and not kept, so that one object may serve call after call.
 *
 * @typeParam Operation kinds of calls.
 */
export interface SentCall<Operation extends CallOperation> {
  readonly operation: Operation;
  readonly request: CallRequest;
  /** Default: the call may take as long as it does. */
  readonly limits?: CallLimits | undefined;
  /** Gets the result. */
  readonly resolve: Resolve;
  /** Gets the error of a call that failed. */
  readonly reject: Reject;
  /** The request waits until this is released. Default: it waits for nothing. */
  readonly hold?: Hold | undefined;
}
