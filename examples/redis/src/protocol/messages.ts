import { REPEATABLE_FLAG } from '@offloop/runtime/thread';

// What the two threads of this client agree on, beside the floor's own kinds and flags.

/** Flag: sent again after a lost connection. The floor's own bit, which also gives such a call to the next thread. */
export const REPEATABLE: number = REPEATABLE_FLAG;
/** Flag: the result is wanted as bytes, not as text. */
export const AS_BYTES = 2;

/** For `stats().counter`: requests that were written, further attempts among them. */
export const SENT_COUNTER = 0;

/** Why a call failed, beside the floor's own reasons. */
export interface Failure {
  /** `REPLY`: the server says so. `CONNECTION_LOST`: it may have run. The others are `FloorErrorCode`s. */
  readonly code: 'REPLY' | 'CONNECTION_LOST' | 'TIMED_OUT' | 'ILLEGAL_STATE';
  readonly message: string;
}

/** What the agent is started with, and the values it has by default. Cloneable. */
export const DEFAULT_SETTINGS = {
  host: '127.0.0.1',
  port: 6379,
  connectTimeoutMillis: 5_000,
  /**
   * How long the server may be silent, or not there, while calls wait for it: then they reject (`TIMED_OUT`), and the
   * connection is opened anew. 0: for ever.
   */
  timeoutMillis: 10_000,
  /** How often a repeatable command is sent at most, when connections are lost while it waits for its reply. */
  maxAttempts: 5,
  /** Between two attempts to connect, doubled each time until a reply comes. */
  minBackoffMillis: 50,
  maxBackoffMillis: 2_000,
  /** A connection with a longer reply is closed. 512 MiB, which no string of a server exceeds. */
  maxReplyBytes: 536_870_912,
};
export type RedisSettings = Readonly<typeof DEFAULT_SETTINGS>;

/** The agent's control messages. */
export type ConnectionState =
  { readonly type: 'connected' } | { readonly type: 'disconnected'; readonly message: string };
