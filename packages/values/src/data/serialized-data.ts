import { DATA_TYPE_OFFSET, dataHash, TypeId } from '@offloop/wire';

/** A value that is serialized already, such as `SerializationService.toData` gives. A call takes it in place of the value. */
export class SerializedData {
  readonly #bytes: Buffer;

  /** @param bytes with the header. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The bytes as members keep them: 4 of the partition hash, 4 of the type id, and the value. Do not change them. */
  toBuffer(): Buffer {
    return this.#bytes;
  }

  /** The id of its type: 0 or less for Hazelcast's own, above 0 for those of custom serializers. */
  getType(): number {
    return this.#bytes.readInt32BE(DATA_TYPE_OFFSET);
  }

  /** The hash by which the partition of a key is chosen, 32 bits. */
  getPartitionHash(): number {
    return dataHash(this.#bytes, 0, this.#bytes.length);
  }

  /** Length in bytes. */
  totalSize(): number {
    return this.#bytes.length;
  }

  /** Whether it is a Compact value. */
  isCompact(): boolean {
    return this.getType() === TypeId.COMPACT;
  }

  /** Whether type and value are the same, as members compare keys. */
  equals(other: unknown): boolean {
    if (!(other instanceof SerializedData)) return false;
    return this.#bytes.subarray(DATA_TYPE_OFFSET).equals(other.#bytes.subarray(DATA_TYPE_OFFSET));
  }
}
