import { TypeId } from '@offloop/wire';

import type { Slice } from '../../src/protocol/slice.js';

/** A string as `Data`, with the partition hash a sender may or may not store in it. */
export function data(value: string, hash: number = 0): Buffer {
  const payload = Buffer.from(value);
  const bytes = Buffer.alloc(12 + payload.length);
  bytes.writeInt32BE(hash, 0);
  bytes.writeInt32BE(TypeId.STRING, 4);
  bytes.writeInt32BE(payload.length, 8);
  payload.copy(bytes, 12);
  return bytes;
}

export function text(bytes: Buffer | null | undefined): string | null {
  return bytes === null || bytes === undefined ? null : bytes.toString('utf8', 12);
}

/** The bytes in the midst of a larger buffer, as they lie in a socket's. */
export function sliceOf(bytes: Buffer): Slice {
  return {
    bytes: Buffer.concat([Buffer.alloc(5, 0xee), bytes, Buffer.alloc(3, 0xee)]),
    start: 5,
    end: 5 + bytes.length,
  };
}
