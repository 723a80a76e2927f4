import { ProtocolError } from '@offloop/wire';

/**
 * The most partitions of a cluster. Hazelcast has no maximum: `hazelcast.partition.count` is an int, 271 by default, for which neither
 * the reference manual nor the members' source (`ClusterProperty.PARTITION_COUNT`, and `InternalPartitionServiceImpl`, which takes it
 * as it is) states a range. The limit is ours: this client sets memory aside for as many as a member claims, 8 MB for so many, while
 * a member keeps objects for each of its own.
 */
const MAX_PARTITIONS = 1_000_000;
const MAX_MEMBERS = 10_000;

/** Throws ProtocolError for a number of partitions that is less than 1 or over a million. */
export function checkPartitionCount(count: number): void {
  if (count < 1 || count > MAX_PARTITIONS)
    throw new ProtocolError('No cluster has as many partitions', {
      partitions: count,
      limit: MAX_PARTITIONS,
    });
}

/** Throws ProtocolError for more than 10,000 members. */
export function checkMemberCount(count: number): void {
  if (count > MAX_MEMBERS)
    throw new ProtocolError('No cluster has as many members', { members: count, limit: MAX_MEMBERS });
}
