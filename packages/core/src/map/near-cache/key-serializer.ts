import { dataHash, partitionIdOf } from '@offloop/wire';
import { DataEncoder, keyIdentity, SerializedData, type SerializationSettings } from '@offloop/values';

const INITIAL_SCRATCH = 256;

/** Serializes keys that are looked up. It keeps the bytes of the last one, so that a call need not make them again. */
export class KeySerializer {
  readonly #encoder: DataEncoder;
  #scratch: Buffer = Buffer.allocUnsafeSlow(INITIAL_SCRATCH);
  #length = 0;

  constructor(settings: SerializationSettings) {
    this.#encoder = new DataEncoder(settings);
  }

  /** Serializes a key, and returns its identity. Throws HazelcastSerializationError, and SchemaAbsent. */
  serialize(key: unknown): string {
    // Runs user code of the key, which may look up another.
    const bound = this.#encoder.prepare(key);
    if (bound > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 * bound);
    this.#length = this.#encoder.write(this.#scratch, 0);
    this.#encoder.release();
    return keyIdentity(this.#scratch, 0, this.#length);
  }

  /** A copy of the last key's bytes, for a call. */
  get data(): SerializedData {
    return new SerializedData(Buffer.from(this.#scratch.subarray(0, this.#length)));
  }

  partitionId(partitionCount: number): number {
    return partitionIdOf(dataHash(this.#scratch, 0, this.#length), partitionCount);
  }
}
