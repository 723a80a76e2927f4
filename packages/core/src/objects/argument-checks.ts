import Long from 'long';
import { describeArgument } from '../calls/call-options.js';
import type { LongField } from '../calls/requests/arguments.js';
import { IllegalArgumentError, describe } from '@offloop/values';

/** What no key or value may be. */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** What tells so. Proxies reject with it, and with what follows here, by their `refuse`. */
export function missing(argument: string): IllegalArgumentError {
  return new IllegalArgumentError(`${argument} must be neither null nor undefined`);
}

/** Whether it can be a duration, in milliseconds: a number that is not too large to be exact, or a Long. */
export function isDuration(value: unknown): boolean {
  return isInt64(typeof value === 'number' ? Math.ceil(value) : value);
}

/** A duration as members take it. Its fraction is rounded up, so that 0.5 ms is not 0, which means for ever. */
export function wholeMillis(duration: LongField): LongField {
  return typeof duration === 'number' ? Math.ceil(duration) : duration;
}

/** What tells that it is not a duration. @param place of the call's options among its arguments. */
export function durationError(argument: string, value: unknown, place?: string): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a number of milliseconds or a Long, got ${describeArgument(value, place)}`,
  );
}

/** Whether it can be an index or a count. */
export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}

/** What tells that it cannot. */
export function notAnInt32(argument: string, value: unknown): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number of 32 bits, got ${describeArgument(value)}`,
  );
}

/** Whether it can be a number of 64 bits. */
export function isInt64(value: unknown): boolean {
  return Number.isSafeInteger(value) || Long.isLong(value);
}

/** What tells that it cannot. */
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
