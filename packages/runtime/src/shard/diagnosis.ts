import type { RingState } from '../ring/ring-state.js';
import type { CallAges } from './slot-table.js';

/** The times since a thread last did something, in milliseconds; null: it never did. */
export interface ThreadProgress {
  /**
   * Milliseconds since its event loop was last seen to turn. That is checked twice a second: much more than 500 means a blocked
   * loop, or a thread that hangs.
   */
  readonly sinceTurn: number | null;
  /** Milliseconds since it last worked on its ring; exact to half a second for the agent's thread. An idle thread sleeps. */
  readonly sinceWork: number | null;
}

/**
 * The state of one shard, as the caller's side sees it. It is read from this thread's memory and the shared one. The agent is not
 * asked, since it may be dead or stuck.
 */
export interface FloorDiagnosis {
  /** Number of times the shard's agent was replaced. */
  readonly epoch: number;
  /** State of this epoch's request ring; null while there is no agent, before the start and after the end. */
  readonly requests: RingState | null;
  /** State of this epoch's completion ring; null while there is no agent. */
  readonly completions: RingState | null;
  /** Calls without a completion, by their age. */
  readonly calls: CallAges;
  /** Number of requests that wait for room in the ring. */
  readonly queued: number;
  /** Number of requests that wait for an earlier call, which takes several turns of the loop to be sent. */
  readonly held: number;
  /** Bytes of completions too long for their ring that were handed over and not taken yet, in steps of 1,024. */
  readonly spilledBytes: number;
  /** Progress of this thread. */
  readonly caller: ThreadProgress;
  /** Progress of the agent's thread. */
  readonly thread: ThreadProgress;
}
