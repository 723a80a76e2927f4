import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { isMissing } from './argument-checks.js';

/**
 * Visits the pairs of a `putAll`, one after the other. Throws IllegalArgumentError unless they are an array of arrays of key and
 * value, and what `visit` throws.
 */
export function forEachPair<K, V>(
  pairs: readonly (readonly [K, V])[],
  visit: (key: K, value: V) => void,
): void {
  if (!Array.isArray(pairs)) {
    throw new IllegalArgumentError(`pairs must be an array of [key, value], got ${describe(pairs)}`);
  }
  for (const pair of pairs as readonly (readonly [K, V])[]) {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new IllegalArgumentError(
        `each of the pairs must be an array of key and value, got ${describe(pair)}`,
      );
    }
    if (isMissing(pair[0])) throw new IllegalArgumentError('key must be neither null nor undefined');
    if (isMissing(pair[1])) throw new IllegalArgumentError('value must be neither null nor undefined');
    visit(pair[0], pair[1]);
  }
}
