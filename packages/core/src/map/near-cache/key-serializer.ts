import { dataHash, partitionIdOf } from '@offloop/wire';
import { DataEncoder, keyIdentity, SerializedData, type SerializationSettings } from '@offloop/values';

const INITIAL_SCRATCH = 256;

/** Serializes keys to be looked up. The bytes of the last one are there until the next, so that a call need not make them again. */
export class KeySerializer {
  readonly #encoder: DataEncoder;
  #scratch: Buffer = Buffer.allocUnsafeSlow(INITIAL_SCRATCH);
  #length = 0;

  constructor(settings: SerializationSettings) {
    this.#encoder = new DataEncoder(settings);
  }

  /** The identity of a key. Throws HazelcastSerializationError, and SchemaAbsent. */
  serialize(key: unknown): string {
    // User code of the key runs in here, and may look up another.
    const bound = this.#encoder.prepare(key);
    if (bound > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 * bound);
    this.#length = this.#encoder.write(this.#scratch, 0);
    this.#encoder.release();
    return keyIdentity(this.#scratch, 0, this.#length);
  }

  /** The last key, for a call. */
  get data(): SerializedData {
    return new SerializedData(Buffer.from(this.#scratch.subarray(0, this.#length)));
  }

  /** The partition of the last key. */
  partitionId(partitionCount: number): number {
    return partitionIdOf(dataHash(this.#scratch, 0, this.#length), partitionCount);
  }
}
