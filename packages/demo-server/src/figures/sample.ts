// What is measured on a serving thread, in the forms that cross to other processes. No functions, no classes.

/** Milliseconds. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface MemoryFigures {
  /** Bytes, all of them. */
  readonly rss: number;
  readonly heap: number;
  /** Memory outside the heap: buffers, and with them the rings that threads share. */
  readonly external: number;
}

/** What an offloop client has counted since it started. */
export interface ClientFigures {
  readonly operations: number;
  /** Doorbells of both directions. */
  readonly wakeups: number;
  readonly inFlight: number;
  /** Most bytes ever in the rings, as a share of their capacity, 0 to 1. */
  readonly requestRing: number;
  readonly completionRing: number;
  /** Share of its time the worker's loop was busy since it was last asked; absent without a worker. */
  readonly workerUtilization?: number;
  /** Wake-ups that were lost and made good by a watchdog: 0, or there is a bug. */
  readonly rescues: number;
}

/** A short window of a run. */
export interface Sample {
  /** Milliseconds since the run began, at the window's end. */
  readonly at: number;
  readonly requestsPerSecond: number;
  /** Requests not answered, at the window's end. */
  readonly inFlight: number;
  /** How late a callback due at any millisecond of the window ran. */
  readonly loopDelay: Delays;
  /** Share of the window in which the serving loop was busy, 0 to 1. */
  readonly utilization: number;
  readonly memory: MemoryFigures;
  readonly requestRing?: number;
  readonly completionRing?: number;
  readonly workerUtilization?: number;
  /** Wake-ups per map operation in the window. */
  readonly wakeupsPerOperation?: number;
}

/** A whole run. */
export interface ServerReport {
  readonly seconds: number;
  readonly answered: number;
  readonly failed: number;
  readonly loopDelay: Delays;
  /**
   * `loopDelay` without the time the thread waited for a CPU: how long its own work held it. Linux only, as `threadWait`.
   */
  readonly heldDelay?: Delays;
  readonly utilization: number;
  /** CPU seconds of the serving thread; undefined where the system does not tell. */
  readonly threadCpu?: number;
  /** Seconds in which the serving thread could have run but for a CPU. */
  readonly threadWait?: number;
  /** CPU seconds of the whole process. */
  readonly processCpu: number;
  /** Memory at the run's end. */
  readonly memory: MemoryFigures;
  readonly peakRss: number;
  readonly wakeupsPerOperation?: number;
  readonly workerUtilization?: number;
  readonly rescues?: number;
}
