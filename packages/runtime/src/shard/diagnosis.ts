import type { RingState } from '../ring/ring-state.js';
import type { CallAges } from './slot-table.js';

/** When a thread last did something, in milliseconds before now; null: never. */
export interface ThreadProgress {
  /**
   * Since its event loop was last seen to turn. It is looked at twice a second: much more than 500 is a loop that is blocked, or a
   * thread that hangs.
   */
  readonly sinceTurn: number | null;
  /** Since it last worked on its ring; exact to half a second for the agent's thread. A thread that has nothing to do sleeps. */
  readonly sinceWork: number | null;
}

/**
 * What the caller's side knows of one shard at this moment. It is read from this thread's memory and the shared one: the agent is
 * not asked, which may be dead or stuck.
 */
export interface FloorDiagnosis {
  /** How often the shard's agent was replaced. */
  readonly epoch: number;
  /** The rings of this epoch; null while there is no agent: before the start and after the end. */
  readonly requests: RingState | null;
  readonly completions: RingState | null;
  /** Calls without a completion, by their age. */
  readonly calls: CallAges;
  /** Requests that wait for room in the ring. */
  readonly queued: number;
  /** Requests that wait until a call that was made before them is sent, which takes it several turns of the loop. */
  readonly held: number;
  /** Bytes, in steps of 1,024, of completions too long for their ring that were handed over and not taken yet. */
  readonly spilledBytes: number;
  /** This thread. */
  readonly caller: ThreadProgress;
  /** The agent's thread. */
  readonly thread: ThreadProgress;
}
