import type { ClientStats } from 'offloop';

import type { ClientFigures } from '../figures/sample.js';

/** Returns the figures of a client from those of its only shard; undefined if it has no shard. */
export function clientFigures({ shards }: ClientStats): ClientFigures | undefined {
  const shard = shards[0];
  if (shard === undefined) return undefined;
  const { operations, rescues, workerUtilization } = shard;
  return {
    operations,
    rescues,
    wakeups: shard.wakeupsSent + shard.callerWakeups,
    ...(Number.isNaN(workerUtilization) ? {} : { workerUtilization }),
  };
}
