import { DATA_TYPE_OFFSET, dataHash, TypeId } from '@offloop/wire';

/** A value that is serialized already, as `SerializationService.toData` returns it. Calls take it in place of the value. */
export class SerializedData {
  readonly #bytes: Buffer;

  /** @param bytes the value with its 8-byte header. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the bytes as members keep them: 4 of the partition hash, 4 of the type id, and the value. Do not change them. */
  toBuffer(): Buffer {
    return this.#bytes;
  }

  /** Returns the id of the value's type: 0 or less for Hazelcast's own, above 0 for those of custom serializers. */
  getType(): number {
    return this.#bytes.readInt32BE(DATA_TYPE_OFFSET);
  }

  /** Returns the 32-bit hash by which the partition of a key is chosen. */
  getPartitionHash(): number {
    return dataHash(this.#bytes, 0, this.#bytes.length);
  }

  /** Returns the length in bytes, with the header. */
  totalSize(): number {
    return this.#bytes.length;
  }

  /** Returns true for a Compact value. */
  isCompact(): boolean {
    return this.getType() === TypeId.COMPACT;
  }

  /** Returns true if type and value are the same, as members compare keys. */
  equals(other: unknown): boolean {
    if (!(other instanceof SerializedData)) return false;
    return this.#bytes.subarray(DATA_TYPE_OFFSET).equals(other.#bytes.subarray(DATA_TYPE_OFFSET));
  }
}
