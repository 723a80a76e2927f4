import { describe } from './describe.js';
import { HazelcastSerializationError } from './hierarchy.js';

/** Makes the error for a value that cannot be written; its message says what kind of value it is. */
export function cannotSerialize(value: unknown, why: string, cause?: unknown): HazelcastSerializationError {
  return new HazelcastSerializationError(`Cannot serialize ${describe(value)}: ${why}`, cause);
}

/** Makes the error for bytes that do not match their type id. */
export function cannotDeserialize(why: string, cause?: unknown): HazelcastSerializationError {
  return new HazelcastSerializationError(`Cannot deserialize: ${why}`, cause);
}
