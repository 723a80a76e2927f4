import { UnsupportedOperationError } from '../errors/hierarchy.js';

/** What a method of the official client throws that this client does not have. */
export function notSupported(method: string): UnsupportedOperationError {
  return new UnsupportedOperationError(`Client.${method} is not supported yet: see docs/deviations.md`);
}
