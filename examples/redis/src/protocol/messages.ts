import { REPEATABLE_FLAG } from '@offloop/runtime/thread';

// The messages, flags and settings that the two threads of this client share, beside the floor's own kinds and flags.

/**
 * Flag of calls that are sent again after a lost connection. It is the floor's own bit, which also gives such a call to the next thread.
 */
export const REPEATABLE: number = REPEATABLE_FLAG;
/** Flag of calls whose result is wanted as bytes, not as text. */
export const AS_BYTES = 2;

/** The connections of an agent: the `target` of calls. */
export const PeerIndex = {
  COMMON: 0,
  /** For commands that make the server wait. */
  WAITING: 1,
} as const;
export type PeerIndex = (typeof PeerIndex)[keyof typeof PeerIndex];

/** Index of a counter, for `stats().counter`: the number of requests written, further attempts included. */
export const SENT_COUNTER = 0;

/** The reason why a call failed, beside the floor's own reasons. */
export interface Failure {
  /** `REPLY`: the server replied with an error. `CONNECTION_LOST`: the command may have run. The others are `FloorErrorCode`s. */
  readonly code: 'REPLY' | 'CONNECTION_LOST' | 'TIMED_OUT' | 'ILLEGAL_STATE';
  readonly message: string;
}

/** The settings that an agent is started with, and their default values. They must be cloneable. */
export const DEFAULT_SETTINGS = {
  host: '127.0.0.1',
  port: 6379,
  connectTimeoutMillis: 5_000,
  /**
   * Time that the server may be silent or not reachable while calls wait for it, in ms. Then they reject (`TIMED_OUT`), and the connection
   * is opened anew. 0: for ever.
   */
  timeoutMillis: 10_000,
  /** Most times that a repeatable command is sent, if connections are lost while it waits for its reply. */
  maxAttempts: 5,
  /** Shortest time between two attempts to connect, in ms. The time doubles with each attempt until a reply comes. */
  minBackoffMillis: 50,
  /** Longest time between two attempts to connect, in ms. */
  maxBackoffMillis: 2_000,
  /** Most bytes of a reply: a connection with a longer one is closed. 512 MiB, which no string of a server exceeds. */
  maxReplyBytes: 536_870_912,
};
export type RedisSettings = Readonly<typeof DEFAULT_SETTINGS>;

/** A control message of the agent: its connection is made or lost. */
export type ConnectionState =
  { readonly type: 'connected' } | { readonly type: 'disconnected'; readonly message: string };
