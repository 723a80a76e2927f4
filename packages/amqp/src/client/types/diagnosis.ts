import type { FloorDiagnosis, SocketDiagnosis } from '@offloop/runtime';

export type { SocketDiagnosis } from '@offloop/runtime';

/** State of one channel. */
export interface ChannelDiagnosis {
  readonly number: number;
  readonly state: 'opening' | 'open' | 'closing';
  /** Tags of its consumers. */
  readonly consumers: readonly string[];
  /** Messages delivered to the application and not acknowledged. */
  readonly unacknowledged: number;
  /** Milliseconds since the oldest of them was delivered; null: there is none. */
  readonly oldestUnacknowledgedMillis: number | null;
  /** Name of the method that waits for its reply, such as `QueueDeclare`; null: there is none. */
  readonly call: string | null;
  /** Methods that wait behind it. Only one is under way at a time. */
  readonly waitingCalls: number;
  /** Messages published and not confirmed; 0 on a channel without confirms. */
  readonly unconfirmed: number;
  /** Bytes of the connection that have to go to the socket until all that was written on this channel is there. */
  readonly waitingBytes: number;
}

/**
 * Result of `connection.diagnose()`: what waits, and when each thread last did something. It can be written as JSON, and holds no messages
 * and no credentials.
 */
export interface ConnectionDiagnosis {
  readonly state: 'open' | 'closing' | 'closed';
  /** Why the server accepts no messages; null: it accepts them. */
  readonly blocked: string | null;
  /** Seconds; 0: none. */
  readonly heartbeat: number;
  /** Bytes written that have not gone to the socket. */
  readonly waitingBytes: number;
  readonly channels: readonly ChannelDiagnosis[];
  /** True if socket and heartbeats live in the worker thread. */
  readonly isThreaded: boolean;
  /** Null if the connection is closed, or if the thread has not answered within a second because it is stuck or overloaded. */
  readonly socket: SocketDiagnosis | null;
  /**
   * What lies between the event loop and the thread, for all connections in the same place; null when the connection is closed.
   * `caller.sinceTurn` is how long the event loop stood still, `thread.sinceTurn` the thread's; `epoch` counts threads that died;
   * `completions.pending` and `spilledBytes` are bytes of deliveries that wait in memory.
   */
  readonly floor: FloorDiagnosis | null;
}
