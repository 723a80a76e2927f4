import { FIRST_PROTOCOL_KIND, REPEATABLE_FLAG } from '@offloop/runtime/thread';

// What the two threads of this client agree on, beside the floor's own kinds and flags.

/** Flag: sent again after a lost connection. The floor's own bit, which also gives such a call to the next thread. */
export const REPEATABLE: number = REPEATABLE_FLAG;
/** Flag: the result is wanted as bytes, not as text. */
export const AS_BYTES = 2;

/**
 * Completion: strings and nulls.
 *
 * ```
 * int32 count | int32 whether all text is ASCII | int32 length of each, −1 for null | their bytes
 * ```
 */
export const LIST_KIND: number = FIRST_PROTOCOL_KIND;
/** Completion: digits of an integer that a number may not hold exactly. */
export const BIG_INTEGER_KIND: number = FIRST_PROTOCOL_KIND + 1;
export const LIST_HEADER_LENGTH = 8;

/** For `stats().counter`: requests that were written, further attempts among them. */
export const SENT_COUNTER = 0;

/** Why a call failed, beside the floor's own reasons. */
export interface Failure {
  /** `REPLY`: the server says so. `CONNECTION_LOST`: it may have run. The others are `FloorErrorCode`s. */
  readonly code: 'REPLY' | 'CONNECTION_LOST' | 'TIMED_OUT' | 'ILLEGAL_STATE';
  readonly message: string;
}

/** What the agent is started with. Cloneable. */
export interface RedisSettings {
  /** Default: 127.0.0.1. */
  readonly host: string;
  /** Default: 6379. */
  readonly port: number;
  /** Default: 5,000. */
  readonly connectTimeoutMillis: number;
  /**
   * How long the server may be silent, or not there, while calls wait for it: then they reject (`TIMED_OUT`), and the
   * connection is opened anew. 0: for ever. Default: 10,000.
   */
  readonly timeoutMillis: number;
  /** Between two attempts to connect, doubled each time. Default: 50 to 2,000. */
  readonly minBackoffMillis: number;
  readonly maxBackoffMillis: number;
  /** A connection with a longer reply is closed. Default: 512 MiB. */
  readonly maxReplyBytes: number;
}

/** The agent's control messages. */
export type ConnectionState =
  { readonly type: 'connected' } | { readonly type: 'disconnected'; readonly message: string };
