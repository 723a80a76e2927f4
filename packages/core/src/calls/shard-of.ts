import type { Shards } from '../shards/shards.js';
import type { Operation } from './operation.js';
import type { ObjectName } from './requests/object-name.js';

/**
 * Returns the shard that makes a call. A call that changes an object goes to one shard even if any member may get it: so it keeps
 * its order with the making and the end of the object.
 *
 * @param name name of the object; undefined for a request of one partition.
 */
export function shardOf(
  shards: Pick<Shards<Operation>, 'count' | 'ofConnections' | 'partitionCount' | 'shardOf'>,
  operation: Operation,
  name: ObjectName | undefined,
  partitionId: number,
): number {
  if (shards.count === 1) return 0;
  if (operation.isOfConnection) return shards.ofConnections;
  const changes = partitionId < 0 && operation.spec.effect !== 'reads';
  return shards.shardOf(changes && name ? name.partitionId(shards.partitionCount) : partitionId);
}
