import type { CallRequest } from '@offloop/runtime';

/** Target of a call that has none. */
export const NO_TARGET = 0;

/** The lane of a call that has none. */
export const NO_LANE = -1;

/** A request whose user code has run, with its destination. */
export interface RoutedRequest extends CallRequest {
  /** Target of the request. The operation's flags define its meaning: see `RequestFlag`. */
  target: number;
  /** Partition that the request goes to; negative: it goes to any member. */
  readonly partitionId: number;
  /** The order that the call keeps: see `Places`. {@link NO_LANE} where a client has shards of one kind. */
  lane: number;
}
