import Long from 'long';
import { describeArgument } from '../calls/call-options.js';
import type { LongField } from '../calls/requests/arguments.js';
import { IllegalArgumentError, describe } from '@offloop/values';

/** Returns true for null and undefined, which no key or value may be. */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Makes the error for an argument that is null or undefined. Proxies reject with the errors of this file by their `refuse`. */
export function missing(argument: string): IllegalArgumentError {
  return new IllegalArgumentError(`${argument} must be neither null nor undefined`);
}

/** Returns true for a duration in milliseconds: a number that is small enough to be exact, or a Long. */
export function isDuration(value: unknown): boolean {
  return isInt64(typeof value === 'number' ? Math.ceil(value) : value);
}

/**
 * Converts a duration to whole milliseconds, as members take it. A fraction is rounded up, so that 0.5 ms is not 0, which means
 * for ever.
 */
export function wholeMillis(duration: LongField): LongField {
  return typeof duration === 'number' ? Math.ceil(duration) : duration;
}

/** Makes the error for an argument that is not a duration. @param place place of the call's options among its arguments. */
export function durationError(argument: string, value: unknown, place?: string): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a number of milliseconds or a Long, got ${describeArgument(value, place)}`,
  );
}

/** Returns true for a whole number of 32 bits, such as an index or a count. */
export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}

/** Makes the error for an argument that fails `isInt32`. */
export function notAnInt32(argument: string, value: unknown): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number of 32 bits, got ${describeArgument(value)}`,
  );
}

/** Returns true for a whole number that is exact, or a Long. */
export function isInt64(value: unknown): boolean {
  return Number.isSafeInteger(value) || Long.isLong(value);
}

/** Makes the error for an argument that fails `isInt64`. */
export function notAnInt64(argument: string, value: unknown): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number or a Long, got ${describeArgument(value)}`,
  );
}

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
    if (isMissing(pair[0])) throw missing('key');
    if (isMissing(pair[1])) throw missing('value');
    visit(pair[0], pair[1]);
  }
}
