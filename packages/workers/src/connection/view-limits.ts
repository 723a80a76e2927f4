import { ProtocolError } from '@offloop/wire/protocol';

/**
 * Partitions of a cluster. Members state no maximum of their own (the default is 271, and clusters of hundreds of members
 * have some 10,000), but memory is set aside here for as many as a member claims.
 */
export const MAX_PARTITIONS = 1_000_000;
/** Members of a cluster. */
export const MAX_MEMBERS = 10_000;

/** Throws ProtocolError for a number of partitions that no cluster has. */
export function checkPartitionCount(count: number): void {
  if (count < 0 || count > MAX_PARTITIONS) {
    throw new ProtocolError('No cluster has as many partitions', {
      partitions: count,
      limit: MAX_PARTITIONS,
    });
  }
}

/** Throws ProtocolError for a number of members that no cluster has. */
export function checkMemberCount(count: number): void {
  if (count > MAX_MEMBERS) {
    throw new ProtocolError('No cluster has as many members', { members: count, limit: MAX_MEMBERS });
  }
}
