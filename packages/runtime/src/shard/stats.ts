/** Figures of one shard since its caller was made, unless said otherwise. */
export interface FloorStats {
  /** Number of times the shard's agent was replaced. */
  readonly epoch: number;
  /** Number of calls begun. */
  readonly operations: number;
  /** Number of calls without a completion, now. */
  readonly inFlight: number;
  /** Bytes of the requests of those calls, now. */
  readonly inFlightBytes: number;
  /** Number of requests that wait for room in the ring, now. */
  readonly queued: number;
  /** Times the thread was woken when requests were published; in this epoch. */
  readonly wakeupsSent: number;
  /** Times the thread was awake anyway when requests were published; in this epoch. */
  readonly wakeupsSuppressed: number;
  /** Times the caller's thread was woken when completions were published; in this epoch. */
  readonly callerWakeups: number;
  /** Times the caller's thread was awake anyway when completions were published; in this epoch. */
  readonly callerWakeupsSuppressed: number;
  /** Times a watchdog found a side asleep although it had work (records, held back, queued or due): 0, or there is a bug. */
  readonly rescues: number;
  /** Requests and completions that were too long for their ring; in this epoch. */
  readonly spills: number;
  /** Duty cycles of the thread; in this epoch. */
  readonly dutyCycles: number;
  /** Most bytes ever in the request ring of this epoch. */
  readonly requestRingHighWater: number;
  /** Most bytes ever in the completion ring of this epoch. */
  readonly completionRingHighWater: number;
  /** Share of its time the thread's loop was busy since the last look, 0 to 1; NaN without a thread of its own, and on Bun. */
  readonly threadUtilization: number;
  /** Returns a counter that the agent keeps for its protocol (`AgentPort.counters.protocol`), by its number; in this epoch. */
  readonly counter: (number: number) => number;
}
