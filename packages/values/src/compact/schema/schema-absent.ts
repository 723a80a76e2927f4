import { HazelcastSerializationError } from '../../errors/hierarchy.js';

/**
 * Thrown when a Compact value cannot be written or read before its schema is known. It passes through the serializers around the
 * value to the code that began to write or read; that code waits for `ready`, and begins again.
 */
export class SchemaAbsent extends HazelcastSerializationError {
  readonly #ready: () => Promise<void>;

  /** @param ready replicates or fetches the schema. */
  constructor(message: string, ready: () => Promise<void>) {
    super(message);
    this.#ready = ready;
  }

  /** Replicates or fetches the schema. Rejects if that fails. */
  ready(): Promise<void> {
    return this.#ready();
  }
}
