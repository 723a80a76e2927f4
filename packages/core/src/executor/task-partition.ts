import { dataHash, partitionIdOf } from '@offloop/wire';
import { DataEncoder, toData, type PartitionAware, type SerializationSettings } from '@offloop/values';

/** What decides the partition of a task; undefined where there is none. */
export interface DecidingKeys {
  readonly key: unknown;
  /** The name of the task, which counts last. */
  readonly name?: string;
}

/**
 * Returns the partition whose owner runs a task: that of the key, else that of the task's own `partitionKey`, else that of its name, else
 * any.
 *
 * Throws HazelcastSerializationError for a key that cannot be serialized, and SchemaAbsent.
 */
export function taskPartition(
  task: unknown,
  { key, name }: DecidingKeys,
  partitionCount: number,
  settings: SerializationSettings,
): number {
  const deciding = key ?? (task as Partial<PartitionAware<unknown>>).partitionKey ?? name;
  if (deciding === undefined) return Math.floor(Math.random() * partitionCount);
  const data = toData(deciding, new DataEncoder(settings));
  return partitionIdOf(dataHash(data, 0, data.length), partitionCount);
}
