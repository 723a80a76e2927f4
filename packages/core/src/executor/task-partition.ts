import { dataHash, partitionIdOf } from '@offloop/wire';
import { DataEncoder, toData, type PartitionAware, type SerializationSettings } from '@offloop/values';

/**
 * Returns the partition whose owner runs a task: that of the key, else that of the task's own `partitionKey`, else any.
 *
 * @param key undefined for none. Throws HazelcastSerializationError for a key that cannot be serialized, and SchemaAbsent.
 */
export function taskPartition(
  task: unknown,
  key: unknown,
  partitionCount: number,
  settings: SerializationSettings,
): number {
  const deciding = key ?? (task as Partial<PartitionAware<unknown>>).partitionKey;
  if (deciding === undefined || deciding === null) return Math.floor(Math.random() * partitionCount);
  const data = toData(deciding, new DataEncoder(settings));
  return partitionIdOf(dataHash(data, 0, data.length), partitionCount);
}
