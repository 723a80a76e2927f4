// The figures of a serving thread, as plain data: they are sent to other processes.

/** Percentiles of a delay, in ms. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Figures that an offloop client has counted since it started. */
export interface ClientFigures {
  readonly operations: number;
  /** Number of times one thread woke the other, in both directions. */
  readonly wakeups: number;
  /** Share of time that the worker's loop was busy since the figures were last taken, 0 to 1; absent without a worker. */
  readonly workerUtilization?: number;
  /** Number of lost wake-ups that a watchdog made good. Anything but 0 is a bug. */
  readonly rescues: number;
}

/** Figures of a short window of a run. */
export interface Sample {
  /** End of the window, in ms since the run began. */
  readonly at: number;
  /** Lateness of callbacks, over all milliseconds of the window at which one could have been due. */
  readonly loopDelay: Delays;
  readonly workerUtilization?: number;
  /** Wake-ups per map operation in the window. */
  readonly wakeupsPerOperation?: number;
}

/** Figures of a serving thread over a whole run. */
export interface ServerReport {
  readonly seconds: number;
  readonly answered: number;
  readonly loopDelay: Delays;
  /**
   * `loopDelay` without the time in which the thread waited for a CPU: the time that its own work held it. Linux only, like `threadWait`.
   */
  readonly heldDelay?: Delays;
  /** Share of the run in which the serving loop was busy, 0 to 1. */
  readonly utilization: number;
  /** CPU seconds of the serving thread; absent where the system does not tell. */
  readonly threadCpu?: number;
  /** Seconds in which the serving thread was ready to run and waited for a CPU; absent where the system does not tell. */
  readonly threadWait?: number;
  /** CPU seconds of the whole process. */
  readonly processCpu: number;
  /** Memory at the run's end, in bytes: `external` is outside of the heap, buffers, and with them the rings that threads share. */
  readonly memory: { readonly heap: number; readonly external: number };
  readonly peakRss: number;
  readonly wakeupsPerOperation?: number;
  readonly workerUtilization?: number;
  readonly rescues?: number;
}
