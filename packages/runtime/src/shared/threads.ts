import type { MessagePort } from 'node:worker_threads';

/** A thread's module: its URL, or its text as CommonJS for where no file can be counted on, such as a bundle. */
export type ThreadEntry = URL | { readonly source: string };

/** The shared memory of one shard, in one epoch. */
export interface ShardMemory {
  readonly control: SharedArrayBuffer;
  readonly requests: SharedArrayBuffer;
  readonly completions: SharedArrayBuffer;
}

/** What the floor's half in a thread has to know. Cloneable. */
export interface ThreadSettings {
  /** Microseconds the thread polls before it parks; 0: it parks at once. */
  readonly lingerMicros: number;
  /**
   * Milliseconds without a sign of life from the caller's loop, which gives one every 500, after which the agent is stopped
   * (`StopReason.CALLER_STALLED`); `Infinity`: never.
   */
  readonly callerStallTimeoutMillis: number;
  /**
   * Bytes of completions too long for their ring that the caller may have been handed and not taken yet. Past it the agent
   * is asked to stop reading, as it is when the ring is full; one completion goes past it, however long it is.
   */
  readonly maxSpilledBytes: number;
}

/** What a thread is started with, as `workerData`. @typeParam Settings the protocol's, cloneable. */
export interface ThreadStart<Settings> {
  readonly memory: ShardMemory;
  readonly thread: ThreadSettings;
  readonly settings: Settings;
  /** The doorbell, both ways; to the thread also the ports that the caller passes on. */
  readonly doorbellPort: MessagePort;
  /** Carries transferred buffers both ways; nobody listens on it, it is read when a ring record says so. */
  readonly spillPort: MessagePort;
}

/** What signals the other thread: a constant, for which nothing is allocated. */
export const SIGNAL = 0;
/** What tells the caller's thread once that the agent has started. */
export const STARTED = 1;
