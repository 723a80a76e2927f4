import type { MovedConnection } from './moved-connection.js';
import type { Failure } from './failure.js';

/**
 * Kinds of a link's calls, as bits of their flags; the lowest bit is the floor's. A call's `target` is the number of its link. Each completes:
 * `OPEN` with what the protocol gave to `opened`, or an error that is a `Failure`; the others with nothing.
 */
export const LinkCall = {
  /** Opens the connection. Its bytes are the settings by `node:v8`, or none where both sides share a thread. */
  OPEN: 2,
  /** Sends the bytes of the call. Completes when the socket has taken them, or the connection has ended. */
  WRITE: 4,
  /** Sends bytes as `WRITE` does; they are the protocol's last words. */
  CLOSE: 8,
  /** Ends the socket at once. */
  DESTROY: 16,
  /** Goes on with a link that has left the caller's loop: a {@link MovedLink} by `node:v8`. Completes as `WRITE` does, for its rest. */
  GO_ON: 32,
  /** Begins to read, since all that the loop had read was taken. */
  READ: 64,
} as const;
export type LinkCall = (typeof LinkCall)[keyof typeof LinkCall];

/** An end that only the protocol knows, such as the server's last words. */
export interface OwnEnd {
  /** Neither `closed` nor `lost`. */
  readonly kind: string;
}

/** Why a link has ended. @typeParam Own the protocol's own ends */
export type LinkEnd<Own extends OwnEnd = never> =
  /** This side has ended it. */
  | { readonly kind: 'closed' }
  /** The socket is gone, the other side was silent, or it broke the protocol. */
  | { readonly kind: 'lost'; readonly failure: Failure }
  | Own;

/** The socket of a connection, as the thread that it lives in sees it. Fields named `since…` are milliseconds before now. */
export interface SocketDiagnosis {
  /** Since something was last read; null: nothing was. */
  readonly sinceRead: number | null;
  /** Since the socket has last taken bytes, heartbeats included; null: it has not. */
  readonly sinceWritten: number | null;
  /** Bytes that the socket was given and has not taken: the server, or the way to it, does not keep up. */
  readonly unsentBytes: number;
  /** True while nothing is read, until the event loop has taken what waits in memory. */
  readonly isPaused: boolean;
}

/** A link on its way from the caller's loop to the thread. */
export interface MovedLink extends MovedConnection {
  /** What the protocol's handler has given to go on with. */
  readonly state: unknown;
  /** The thread that it goes to. A thread that takes its place refuses it. */
  readonly life: number;
  /** Number of moves up to this one. */
  readonly move: number;
}

/** What the caller's side gives to the agent of links in a thread. It can be cloned. */
export interface ThreadSide {
  readonly life: number;
  /** The last move whose socket the thread has taken, as an int32 of shared memory. */
  readonly taken: SharedArrayBuffer;
}

/** What a link's agent tells beside what came on its connection, in order with it. That comes as events whose number is the link's. */
export type LinkNews<News, Own extends OwnEnd> = { readonly link: number } & (
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'end'; readonly end: LinkEnd<Own> }
  /** All that has come on the loop was told. */
  | { readonly type: 'moved' }
);

/** What a link's agent is asked beside its calls: how its socket is. A link that has ended gives no answer. */
export interface LinkQuestion {
  readonly link: number;
}

/** The answer to a {@link LinkQuestion}. */
export interface LinkAnswer {
  readonly link: number;
  readonly type: 'diagnosis';
  readonly socket: SocketDiagnosis;
}
