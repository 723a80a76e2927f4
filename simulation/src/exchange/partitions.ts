import { dataHash, partitionIdOf } from '@offloop/wire/protocol';
import { encodeKey } from './data.js';

const HEADER = 8;

/** The partition that stands for a map of this name: that of the name as a serialized value. */
export function partitionOfName(name: string, partitions: number): number {
  const text = Buffer.from(name);
  const data = Buffer.alloc(HEADER + 4 + text.length);
  data.writeInt32BE(text.length, HEADER);
  text.copy(data, HEADER + 4);
  return partitionIdOf(dataHash(data, 0, data.length), partitions);
}

/** The partition of a key, by the members' rule. */
export function partitionOf(key: number, partitions: number): number {
  const data = encodeKey(key);
  return partitionIdOf(dataHash(data, 0, data.length), partitions);
}
