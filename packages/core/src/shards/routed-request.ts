import type { CallRequest } from '@offloop/runtime';

/** The target of a call that has none. */
export const NO_TARGET = 0;

/** A request whose user code has run, and where it goes. */
export interface RoutedRequest extends CallRequest {
  /** What the operation's flags say it is: see `RequestFlag`. */
  target: number;
  /** Negative: to any member. */
  readonly partitionId: number;
}
