import type { Hold, Reject, Resolve, SentCall } from '@offloop/runtime';
import type { RoutedRequest } from '../shards/routed-request.js';
import type { CallTrace } from '../tracing/call-trace.js';
import type { CallOptions } from './call-options.js';
import type { Operation } from './operation.js';
import type { ObjectName } from './requests/object-name.js';

/** One request on its way from its arguments to a shard: what was asked for, and what `Shards.send` needs to know of it. */
export class Call implements SentCall<Operation> {
  operation: Operation;
  readonly name: ObjectName;
  options: CallOptions | undefined;
  readonly trace: CallTrace | undefined;
  /** Set when the arguments are serialized. */
  request!: RoutedRequest;
  resolve!: Resolve;
  reject!: Reject;
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
