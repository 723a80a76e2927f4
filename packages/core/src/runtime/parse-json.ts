import { HazelcastSerializationError } from '../errors/hierarchy.js';

/** Throws HazelcastSerializationError for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HazelcastSerializationError(`the stored JSON is not valid: ${(error as Error).message}`, error);
  }
}
