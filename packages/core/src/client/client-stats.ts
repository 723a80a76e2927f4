import type { ShardStats } from '../calls/stats.js';
import type { TransformStats } from '../transforms/compute-pool.js';
import type { WorkerCount } from './worker-count.js';

/** What `client.stats()` gives. */
export interface ClientStats {
  readonly shards: readonly ShardStats[];
  readonly transforms: TransformStats;
  /** How many worker threads the client has, and why: see `runtime.workers`. */
  readonly runtime: WorkerCount;
}
