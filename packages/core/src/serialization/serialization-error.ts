import { inspect } from 'node:util';
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

function describe(value: unknown): string {
  try {
    // No custom inspection: it is user code, and a message may be made for an object that is half broken.
    const text = inspect(value, { depth: 0, customInspect: false, maxStringLength: 60, maxArrayLength: 4 });
    return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
  } catch {
    return `a value of type ${typeof value}`;
  }
}
