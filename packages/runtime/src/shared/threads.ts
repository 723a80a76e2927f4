import type { MessagePort, WorkerOptions } from 'node:worker_threads';

/** The module a thread runs: its URL, or its source text as CommonJS, for places such as bundles without a file for it. */
export type ThreadEntry = URL | { readonly source: string };

/** The shared memory of one shard, in one epoch. */
export interface ShardMemory {
  readonly control: SharedArrayBuffer;
  readonly requests: SharedArrayBuffer;
  readonly completions: SharedArrayBuffer;
}

/** Settings of the floor's half in a thread. They can be cloned to it. */
export interface ThreadSettings {
  /** Microseconds the thread polls before it parks; 0: it parks at once. */
  readonly lingerMicros: number;
  /**
   * Milliseconds without a sign of life from the caller's loop after which the agent is stopped (`StopReason.CALLER_STALLED`);
   * `Infinity`: never. The loop gives a sign every 500 ms.
   */
  readonly callerStallTimeoutMillis: number;
  /**
   * The most bytes of completions too long for their ring that may wait for the caller. Past it the agent is asked to stop reading,
   * as when the ring is full. The completion that reaches the limit may exceed it by any length.
   */
  readonly maxSpilledBytes: number;
}

/** The `workerData` that a thread is started with. @typeParam Settings the protocol's settings, which can be cloned. */
export interface ThreadStart<Settings> {
  readonly memory: ShardMemory;
  readonly thread: ThreadSettings;
  readonly settings: Settings;
  /** The doorbell, in both directions. It also carries the ports that the caller passes on to the agent. */
  readonly doorbellPort: MessagePort;
  /** Carries transferred buffers in both directions. It has no listener: it is read when a record of a ring says so. */
  readonly spillPort: MessagePort;
}

/** The `workerData` of a guard: the memory of the sockets that it guards. */
export interface GuardStart {
  readonly guarded: SharedArrayBuffer;
}

/** Arguments of `new Worker` for a thread of this package. */
export function threadOptions(
  entry: ThreadEntry,
  name: string,
  workerData: ThreadStart<unknown> | GuardStart,
  options: WorkerOptions,
): [file: URL | string, options: WorkerOptions] {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const isText = 'source' in entry;
  // The application's own --import and --require hooks have no business in this thread, wherever they are asked for.
  return [isText ? entry.source : entry, { ...options, eval: isText, name, workerData, execArgv: [], env }];
}

/** The message that wakes the other thread. It is a constant, so that nothing is allocated for it. */
export const SIGNAL = 0;
/** The message that tells the caller's thread, once, that the agent has started. */
export const STARTED = 1;
