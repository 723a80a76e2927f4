import type { CallRequest } from '@offloop/runtime';

/** Target of a call that has none. */
export const NO_TARGET = 0;

/** A request whose user code has run, with its destination. */
export interface RoutedRequest extends CallRequest {
  /** Target of the request. The operation's flags define its meaning: see `RequestFlag`. */
  target: number;
  /** Partition that the request goes to; negative: it goes to any member. */
  readonly partitionId: number;
}
