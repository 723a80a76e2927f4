import { decodeLatin1 } from '@offloop/runtime';
import { DATA_TYPE_OFFSET } from '@offloop/wire';

/** A serialized key as text, one character a byte, to be compared: type and payload, without the partition hash. */
export function keyIdentity(data: Buffer, start: number, end: number): string {
  return decodeLatin1(data, start + DATA_TYPE_OFFSET, end);
}
