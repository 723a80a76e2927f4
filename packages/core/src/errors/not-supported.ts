import { UnsupportedOperationError } from './hierarchy.js';

/** What a method of the official client gives that this client does not have. */
export function notSupported(method: string): UnsupportedOperationError {
  return new UnsupportedOperationError(`${method} is not supported yet: see docs/deviations.md`);
}
