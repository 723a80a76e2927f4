/**
 * What an agent tells of itself when it is asked. Times are milliseconds before the answer; all of it is of one moment in the
 * worker, a little before it is read.
 */
export interface AgentDiagnosis {
  readonly connections: readonly ConnectionDiagnosis[];
  /** Addresses that could not be connected to since the last success at any, the latest last; at most 16. */
  readonly failures: readonly FailedAddress[];
  /** Calls that were handed to the worker and have no answer yet, by what they wait for. */
  readonly calls: readonly CallGroup[];
  readonly retryQueue: RetryQueueDiagnosis;
  /** Completions find no room, since the caller does not take them: connections are not read until there is some. */
  readonly isCongested: boolean;
}

export type ConnectionStage =
  /** The socket is being opened, TLS included. */
  | 'connecting'
  /** The member was shown who we are, and has not answered. */
  | 'authenticating'
  /** Listeners are being registered, before it carries calls. */
  | 'registering listeners'
  | 'ready'
  /** The connection is not read, because the caller does not take the answers there are. */
  | 'paused';

export interface ConnectionDiagnosis {
  /** `host:port` */
  readonly address: string;
  /** UUID; null before the member has said. */
  readonly member: string | null;
  readonly stage: ConnectionStage;
  /** Since the connection was begun, or (once it is ready) since it was open. */
  readonly ageMillis: number;
  /** Bytes of requests that the system has not taken yet. */
  readonly unwrittenBytes: number;
  /** Null: never. */
  readonly sinceRead: number | null;
  readonly sinceWrite: number | null;
  /** Answers on this connection that wait for the acknowledgements of their backups. */
  readonly pendingBackups: number;
}

export interface FailedAddress {
  readonly address: string;
  /** Why, the last time. */
  readonly error: string;
}

export type CallStage =
  /** There is no connection to any member. */
  | 'waiting for a connection'
  /** The last attempt failed, and the call pauses before the next one. */
  | 'in the retry queue'
  /** The request's bytes are in the socket's queue: the member does not read. */
  | 'waiting to be written'
  /** The member has not answered. */
  | 'written'
  /** The member has answered, and backups are not acknowledged yet. */
  | 'waiting for backups'
  /** Nobody waits for the result any more (timeout, abort), but the request's bytes wait to be written. */
  | 'given up';

/** Calls that wait for the same. */
export interface CallGroup {
  readonly stage: CallStage;
  /** `host:port` of the connection that the calls were sent on; null: they are on no connection. */
  readonly address: string | null;
  readonly member: string | null;
  /** Whether the calls may rest on the member for as long as they like: `lock` and such. */
  readonly mayRest: boolean;
  readonly calls: number;
  readonly oldestMillis: number;
}

export interface RetryQueueDiagnosis {
  readonly calls: number;
  /** Why the first of them was not successful. */
  readonly reason: string | null;
}

/** Counters the agent keeps for `client.stats()`. */
export const WorkerCounter = {
  BYTES_IN: 0,
  BYTES_OUT: 1,
  WRITES: 2,
  READS: 3,
  MESSAGES_IN: 4,
  RETRIES: 5,
  LATE_RESPONSES: 6,
  CONNECTIONS: 7,
  BACKUP_ACKS: 8,
  PACKED: 9,
} as const;
