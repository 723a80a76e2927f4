import type { FloorDiagnosis } from '@offloop/runtime';
import type { AgentDiagnosis } from '@offloop/contract';

/** State of one shard at one moment. */
export interface ShardDiagnosis extends FloorDiagnosis {
  /**
   * The worker's report on its connections and calls. Null when it has not answered within a second: its thread is dead, stuck or
   * overloaded (`thread` says since when), or the rings between are full. Null also when the worker died meanwhile, and for a client
   * that is shut down.
   */
  readonly worker: AgentDiagnosis | null;
}
