/** State of a shard's agent at one moment, a little before the caller reads it. Times are milliseconds before that moment. */
export interface AgentDiagnosis {
  readonly connections: readonly ConnectionDiagnosis[];
  /** Addresses that could not be connected to since the last successful connection to any; the latest last, at most 16. */
  readonly failures: readonly FailedAddress[];
  /** Calls that the worker has and that have no answer yet, grouped by what they wait for. */
  readonly calls: readonly CallGroup[];
  readonly retryQueue: RetryQueueDiagnosis;
  /** True while the completion ring is full because the caller does not read it. Connections are not read meanwhile. */
  readonly isCongested: boolean;
}

export type ConnectionStage =
  /** The socket is being opened, TLS included. */
  | 'connecting'
  /** Credentials were sent, and the member has not answered. */
  | 'authenticating'
  /** Listeners are being registered. The connection does not carry calls yet. */
  | 'registering listeners'
  | 'ready'
  /** The connection is not read, because the caller does not take the answers that have arrived. */
  | 'paused';

export interface ConnectionDiagnosis {
  /** The member's address, `host:port`. */
  readonly address: string;
  /** The member's UUID. Null until it has authenticated the client. */
  readonly member: string | null;
  readonly stage: ConnectionStage;
  /** Milliseconds since connecting began or, once the connection is ready, since it opened. */
  readonly ageMillis: number;
  /** Bytes of requests that the operating system has not taken yet. */
  readonly unwrittenBytes: number;
  /** Milliseconds since the last read. Null: never. */
  readonly sinceRead: number | null;
  /** Milliseconds since the last write. Null: never. */
  readonly sinceWrite: number | null;
  /** Number of answers on this connection that wait for the acknowledgements of their backups. */
  readonly pendingBackups: number;
}

export interface FailedAddress {
  readonly address: string;
  /** Reason of the latest failure. */
  readonly error: string;
}

export type CallStage =
  /** There is no connection to any member. */
  | 'waiting for a connection'
  /** The last attempt failed, and the call pauses before the next one. */
  | 'in the retry queue'
  /** The request waits in the socket's queue, because the member does not read. */
  | 'waiting to be written'
  /** The request is written, and the member has not answered. */
  | 'written'
  /** The member has answered, and backups are not acknowledged yet. */
  | 'waiting for backups'
  /** The call timed out or was aborted, but its request still waits to be written. */
  | 'given up';

/** Number and age of the calls that are in the same stage on the same connection. */
export interface CallGroup {
  readonly stage: CallStage;
  /** `host:port` of the connection that the calls were sent on; null: they are on no connection. */
  readonly address: string | null;
  readonly member: string | null;
  /** True for calls that the member may answer as late as it likes, such as `lock`. */
  readonly mayRest: boolean;
  readonly calls: number;
  /** Milliseconds since the oldest of these calls began. */
  readonly oldestMillis: number;
}

/** The queue of calls whose last attempt failed and that wait for the next one. */
export interface RetryQueueDiagnosis {
  readonly calls: number;
  /** Error of the first call's last attempt. Null: the queue is empty. */
  readonly reason: string | null;
}

/** Indices of the counters that the agent keeps for `client.stats()`. */
export const AgentCounter = {
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
