/** States of a client that lifecycle listeners are told. */
export const LifecycleState = {
  /** The client was made, but nothing runs yet. */
  STARTING: 'STARTING',
  /** The client's threads run, and it begins to connect: `CONNECTED` follows. */
  STARTED: 'STARTED',
  /** `shutdown` was called, or the client gave up. Calls reject from now on. */
  SHUTTING_DOWN: 'SHUTTING_DOWN',
  /** All connections are closed, and the worker has ended. */
  SHUTDOWN: 'SHUTDOWN',
  /** The first connection since the start, or since an outage, is open. */
  CONNECTED: 'CONNECTED',
  /** The last connection was lost. */
  DISCONNECTED: 'DISCONNECTED',
  /** Connected again, to another cluster than before. */
  CHANGED_CLUSTER: 'CHANGED_CLUSTER',
} as const;
export type LifecycleState = (typeof LifecycleState)[keyof typeof LifecycleState];
