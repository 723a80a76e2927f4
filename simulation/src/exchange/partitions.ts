import { dataHash, partitionIdOf } from '@offloop/wire/protocol';
import { encodeKey } from './data.js';

/** The partition of a key, by the members' rule. */
export function partitionOf(key: number, partitions: number): number {
  const data = encodeKey(key);
  return partitionIdOf(dataHash(data, 0, data.length), partitions);
}
