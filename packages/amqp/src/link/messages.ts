import type { SocketDiagnosis } from './diagnosis.js';
import type { LinkEnd } from './settings.js';

/**
 * Kinds of calls, as bits of their flags; the lowest bit is the floor's. A call's `target` is the number of its connection. Each completes:
 * `OPEN` with an `Opened`, or an error that is a `Failure`; the others with nothing.
 */
export const CallKind = {
  /** Opens the connection. Its bytes are `LinkSettings`, or none where both sides share a thread. */
  OPEN: 2,
  /** Sends frames, the bytes of the call. Completes when the socket has taken them, or the connection has ended. */
  WRITE: 4,
  /** Sends frames as `WRITE` does, the last of which is `Connection.Close`. */
  CLOSE: 8,
  /** Ends the socket at once. */
  DESTROY: 16,
} as const;
export type CallKind = (typeof CallKind)[keyof typeof CallKind];

/**
 * What a connection tells beside its frames, in order with them. Frames come as events of the floor, whose number is the connection's: one
 * method each, and behind it, if it has content, its header frame and, unless it is empty, one body frame, however long.
 */
export type LinkNews = { readonly link: number } & (
  | { readonly type: 'blocked'; readonly reason: string }
  | { readonly type: 'unblocked' }
  | { readonly type: 'secret-updated' }
  | { readonly type: 'end'; readonly end: LinkEnd }
);

/** What a connection is asked beside its calls: how its socket is. One that has ended gives no answer. */
export interface LinkQuestion {
  readonly link: number;
}

/** The answer to a {@link LinkQuestion}. */
export interface LinkAnswer {
  readonly link: number;
  readonly type: 'diagnosis';
  readonly socket: SocketDiagnosis;
}
