import { decodeLatin1 } from '@offloop/runtime/bytes';
import { DATA_TYPE_OFFSET } from '@offloop/wire';

/**
 * Returns a serialized key as text, one character a byte, by which keys are compared: type and payload, without the partition
 * hash.
 */
export function keyIdentity(data: Buffer, start: number, end: number): string {
  return decodeLatin1(data, start + DATA_TYPE_OFFSET, end);
}
