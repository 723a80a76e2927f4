import { HazelcastSerializationError } from '../../errors/hierarchy.js';

/**
 * A Compact value cannot be written, or read, before its schema is known. Thrown through the serializers around the value to the
 * code that began to write or read; that code waits until the schema is `ready`, and begins again.
 */
export class SchemaAbsent extends HazelcastSerializationError {
  readonly #ready: () => Promise<void>;

  /** @param ready has the schema replicated, or fetched. */
  constructor(message: string, ready: () => Promise<void>) {
    super(message);
    this.#ready = ready;
  }

  /** Rejects where the schema cannot be had. */
  ready(): Promise<void> {
    return this.#ready();
  }
}
