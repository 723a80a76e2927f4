import { describe, IllegalArgumentError } from '@offloop/values';

/** Makes the error for an argument of the wrong kind: it tells the kind of the given value, and never the value. */
export function mustBe(argument: string, accepted: string, given: unknown): IllegalArgumentError {
  return new IllegalArgumentError(`${argument} must be ${accepted}, got ${describe(given)}`);
}
