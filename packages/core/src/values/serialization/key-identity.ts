import { decodeLatin1 } from '@offloop/runtime';
import { DATA_TYPE_OFFSET } from '@offloop/wire/protocol';

/** A serialized key as text, one character a byte, to be compared: type and payload, without the partition hash. */
export function keyIdentity(data: Buffer, start: number, end: number): string {
  return decodeLatin1(data, start + DATA_TYPE_OFFSET, end);
}

/** A value that is serialized already: an encoder takes its bytes as they are. */
export class SerializedData {
  /** With the header. */
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
