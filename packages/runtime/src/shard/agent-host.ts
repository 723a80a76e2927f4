import type { MessagePort } from 'node:worker_threads';

/** Callbacks for what a host tells outside the rings. */
export interface AgentHostEvents {
  /**
   * Completions were published while the caller slept, or room was made for requests.
   *
   * @param hasTurned true if the caller's loop is known to have turned since the signal before.
   */
  onSignal(hasTurned: boolean): void;
  /** The agent has started. */
  onStarted(): void;
  /** The agent is gone. `error` is undefined when it had ended as asked. */
  onEnd(error: Error | undefined): void;
}

/** What runs a shard's agent, a thread or the caller's loop, and the way to it outside the rings. */
export interface AgentHost {
  signal(): void;
  pass(port: MessagePort): void;
  /** Hands a whole buffer over (it is detached here); the thread takes it when it meets the record that says so. */
  spill(buffer: ArrayBuffer): void;
  /** Takes the oldest buffer that the thread has handed over; undefined when there is none. */
  takeSpilled(): ArrayBuffer | undefined;
  /** Share of its time the thread was busy since the last call, 0 to 1; NaN when the agent has no thread of its own. */
  utilization(): number;
  /** Lets the process end although the thread has not. */
  unref(): void;
  /** Takes `unref` back. */
  ref(): void;
  /** Ends the agent now, whatever it is doing. */
  terminate(): Promise<void>;
}
