import { HazelcastSerializationError, ObjectDataInput } from '@offloop/values';
import { DATA_PAYLOAD_OFFSET } from '@offloop/wire';

import { cannotDeserialize } from '../calls/errors.js';

/**
 * A cursor over a `Data`, big-endian as clients write by default. Every read is checked against the end: {@link reading} makes
 * MemberErrors of what it throws.
 */
export class Input extends ObjectDataInput {
  /** @param at offset of the first read; that of the payload by default. */
  constructor(data: Buffer, at: number = DATA_PAYLOAD_OFFSET) {
    super(data, 0, data.length, refuse);
    this.position(at);
  }

  /** Reads a number of items. Throws MemberError if the bytes left cannot hold that many of `size` bytes each. */
  count(size: number): number {
    const count = this.readInt();
    if (count < 0 || count * size > this.available())
      throw cannotDeserialize(`${count} items, where ${this.available()} bytes are left`);
    return count;
  }
}

/** Returns what `read` reads of a client's bytes. Throws MemberError if the bytes are damaged. */
export function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    // A RangeError is thrown for a date or a time that does not exist.
    if (error instanceof HazelcastSerializationError || error instanceof RangeError)
      throw cannotDeserialize(`a value: ${error.message}`);
    throw error;
  }
}

/** Values within others are read by `readWithin`, which knows what queries can look into. */
function refuse(type: number): never {
  throw cannotDeserialize(`a value of type ${type} within another`);
}
