import type { Hold, Reject, Resolve, SentCall } from '@offloop/runtime';
import type { RoutedRequest } from '../shards/routed-request.js';
import type { CallTrace } from '../tracing/call-traces.js';
import type { CallOptions } from './call-options.js';
import type { Operation } from './operation.js';
import type { ObjectName } from './requests/object-name.js';

/** One request on its way from its arguments to a shard: what was asked for, and what `Shards.send` needs to know of it. */
export class Call implements SentCall<Operation> {
  /** Becomes the variant for a preferred member, or for a trace, when that is known. */
  operation: Operation;
  readonly name: ObjectName;
  readonly options: CallOptions | undefined;
  readonly trace: CallTrace | undefined;
  /** Set when the arguments are serialized. */
  request!: RoutedRequest;
  /** Set before it is sent, as is `reject`: a part settles in the results of its call, any other call by a promise. */
  resolve!: Resolve;
  reject!: Reject;
  /** What the request waits for: see `ObjectName.holdBack`. */
  hold: Hold | undefined;
  /** Set when the options are checked. */
  limits: CallOptions | undefined;

  constructor(
    operation: Operation,
    name: ObjectName,
    options: CallOptions | undefined,
    trace: CallTrace | undefined,
  ) {
    this.operation = operation;
    this.name = name;
    this.options = options;
    this.trace = trace;
  }
}
