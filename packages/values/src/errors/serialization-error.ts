import { describe } from './describe.js';
import { HazelcastSerializationError } from './hierarchy.js';

/** The error for a value that cannot be written; it says what kind of value it is. */
export function cannotSerialize(value: unknown, why: string, cause?: unknown): HazelcastSerializationError {
  return new HazelcastSerializationError(`Cannot serialize ${describe(value)}: ${why}`, cause);
}

/** The error for bytes that are not what their type id says. */
export function cannotDeserialize(why: string, cause?: unknown): HazelcastSerializationError {
  return new HazelcastSerializationError(`Cannot deserialize: ${why}`, cause);
}
