import {
  ALL_KEYS,
  CHANGE_HEADER,
  INVALIDATION_HEADER,
  InvalidationKind,
  NUMBERED_LENGTH,
} from '@offloop/contract/invalidation';
import type { UuidHalves } from '@offloop/values';

/** As the worker writes it for one change. @param identity of the key; null: all keys. */
export function recordOfChange(
  identity: string | null,
  hash: number,
  uuid: UuidHalves,
  sequence: bigint,
  isOwn: boolean = false,
): Buffer {
  const key = Buffer.from(identity ?? '', 'latin1');
  const bytes = Buffer.alloc(INVALIDATION_HEADER + CHANGE_HEADER);
  bytes.writeInt32LE(InvalidationKind.CHANGED, 0);
  bytes.writeInt32LE(identity === null ? ALL_KEYS : key.length, INVALIDATION_HEADER);
  bytes.writeInt32LE(hash, INVALIDATION_HEADER + 4);
  bytes.writeInt32LE(isOwn ? 1 : 0, INVALIDATION_HEADER + 8);
  putNumber(bytes, INVALIDATION_HEADER + 12, uuid, sequence);
  return Buffer.concat([bytes, key]);
}

/** As the worker writes it for what a member has told of. */
export function recordOfNumbers(
  partitions: readonly (readonly [partition: number, sequence: bigint])[],
  uuid: UuidHalves,
): Buffer {
  const bytes = Buffer.alloc(INVALIDATION_HEADER + partitions.length * NUMBERED_LENGTH);
  bytes.writeInt32LE(InvalidationKind.NUMBERED, 0);
  partitions.forEach(([partition, sequence], index) => {
    const at = INVALIDATION_HEADER + index * NUMBERED_LENGTH;
    putNumber(bytes, bytes.writeInt32LE(partition, at), uuid, sequence);
  });
  return bytes;
}

export const UNREADABLE_RECORD: Buffer = Buffer.alloc(INVALIDATION_HEADER);
UNREADABLE_RECORD.writeInt32LE(InvalidationKind.UNREADABLE, 0);

function putNumber(bytes: Buffer, at: number, { msb, lsb }: UuidHalves, sequence: bigint): void {
  bytes.writeBigInt64LE(msb, at);
  bytes.writeBigInt64LE(lsb, at + 8);
  bytes.writeBigInt64LE(sequence, at + 16);
}
