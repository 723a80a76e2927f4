/** What the client tells lifecycle listeners. */
export const LifecycleState = {
  STARTING: 'STARTING',
  STARTED: 'STARTED',
  SHUTTING_DOWN: 'SHUTTING_DOWN',
  SHUTDOWN: 'SHUTDOWN',
  /** The first connection of an outage (or of the start) is open. */
  CONNECTED: 'CONNECTED',
  /** The last connection is gone. */
  DISCONNECTED: 'DISCONNECTED',
  /** Connected again, to another cluster than before. */
  CHANGED_CLUSTER: 'CHANGED_CLUSTER',
} as const;
export type LifecycleState = (typeof LifecycleState)[keyof typeof LifecycleState];
