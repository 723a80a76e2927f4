import { HazelcastSerializationError } from '../../src/errors/hierarchy.js';

/** Classes of errors for bytes that are wrong: dates and JSON throw what their classes and the engine throw, as officially. */
const REFUSALS = [HazelcastSerializationError, RangeError, SyntaxError];

/** Returns true for an error that says what is wrong with bytes; any other is a defect. */
export function isRefusal(error: unknown): error is Error {
  return REFUSALS.some((each) => error instanceof each);
}
