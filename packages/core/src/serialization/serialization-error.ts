import { describe } from '../errors/describe.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';

/** The error for a value that cannot be written; it names the value, shortened. */
export function cannotSerialize(value: unknown, why: string, cause?: unknown): HazelcastSerializationError {
  return new HazelcastSerializationError(`Cannot serialize ${describe(value)}: ${why}`, cause);
}

/** The error for bytes that are not what their type id says. */
export function cannotDeserialize(why: string, cause?: unknown): HazelcastSerializationError {
  return new HazelcastSerializationError(`Cannot deserialize: ${why}`, cause);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
