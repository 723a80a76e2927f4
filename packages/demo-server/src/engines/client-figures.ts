import type { ClientStats } from 'offloop';

import type { ClientFigures } from '../figures/sample.js';

/** Capacities of the rings in bytes: the defaults, which the demo leaves as they are. */
const REQUEST_RING = 1024 * 1024;
const COMPLETION_RING = 4 * 1024 * 1024;

/** Returns the figures of a client from those of its only shard; undefined if it has no shard. */
export function clientFigures({ shards }: ClientStats): ClientFigures | undefined {
  const shard = shards[0];
  if (shard === undefined) return undefined;
  const { operations, inFlight, rescues, workerUtilization } = shard;
  return {
    operations,
    inFlight,
    rescues,
    wakeups: shard.wakeupsSent + shard.callerWakeups,
    requestRing: shard.requestRingHighWater / REQUEST_RING,
    completionRing: shard.completionRingHighWater / COMPLETION_RING,
    ...(Number.isNaN(workerUtilization) ? {} : { workerUtilization }),
  };
}
