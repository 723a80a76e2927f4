import {
  HazelcastSerializationError,
  SchemaAbsent,
  DataEncoder,
  toData,
  type DataDecoder,
  SerializedData,
  type SerializationSettings,
} from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

/** Converts values to bytes and back as this client's calls do, by its configuration. */
export interface SerializationService {
  /**
   * Serializes a value. Returns a result of `toData` as it is.
   *
   * Throws HazelcastSerializationError for a value that cannot be serialized. That includes a Compact value whose schema the
   * cluster does not have yet: any call with the value sends it.
   */
  toData(value: unknown): SerializedData;
  /**
   * Reads a value from a result of `toData`, or from its bytes. Returns `null` and `undefined` as they are.
   *
   * Throws HazelcastSerializationError for bytes that cannot be read. That includes a Compact value whose schema this client does
   * not have yet: any call that reads such a value fetches it. Throws IllegalArgumentError for anything else.
   */
  toObject(data: SerializedData | Uint8Array | null | undefined): unknown;
}

export class SerializationServiceImpl implements SerializationService {
  readonly #settings: SerializationSettings;
  readonly #decoder: DataDecoder;

  constructor(settings: SerializationSettings, decoder: DataDecoder) {
    this.#settings = settings;
    this.#decoder = decoder;
  }

  toData(value: unknown): SerializedData {
    if (value instanceof SerializedData) return value;
    return withSchema(() => new SerializedData(toData(value, new DataEncoder(this.#settings))));
  }

  toObject(data: SerializedData | Uint8Array | null | undefined): unknown {
    if (data === null || data === undefined) return data;
    const given: unknown = data instanceof SerializedData ? data.toBuffer() : data;
    if (!(given instanceof Uint8Array)) throw mustBe('data', 'what toData gave, or its bytes', given);
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    return withSchema(() => this.#decoder.decodeData(bytes, 0, bytes.length));
  }
}

/** Turns a missing schema into an error, since these methods cannot wait for it, as calls do. */
function withSchema<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SchemaAbsent)) throw error;
    throw new HazelcastSerializationError(`${error.message}: a call with the value makes it known`);
  }
}
