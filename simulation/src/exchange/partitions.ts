import { dataHash, partitionIdOf, textHash } from '@offloop/wire';
import { encodeKey } from './data.js';

/** The partition that stands for a map of this name: that of the name as a serialized value. */
export function partitionOfName(name: string, partitions: number): number {
  return partitionIdOf(textHash(name), partitions);
}

/** The partition of a key, by the members' rule. */
export function partitionOf(key: number, partitions: number): number {
  const data = encodeKey(key);
  return partitionIdOf(dataHash(data, 0, data.length), partitions);
}
