import { AssertionError } from 'node:assert';
import Long from 'long';
import { describeArgument } from '../calls/call-options.js';
import type { LongField } from '../calls/requests/arguments.js';
import { IllegalArgumentError, describe } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

/** Returns true for null and undefined, which no key or value may be. */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Makes the error for an argument that is null or undefined. Proxies reject with the errors of this file by their `refuse`. */
export function missing(argument: string): IllegalArgumentError {
  return new IllegalArgumentError(`${argument} must be neither null nor undefined`);
}

/** Makes the error that maps throw at once for an argument that is null or undefined, as in the official client. */
export function notGiven(argument: string): AssertionError {
  return new AssertionError({
    message: `Non null value expected. ${argument} must be neither null nor undefined`,
  });
}

/** Makes the error that maps throw at once for keys that are no array, as in the official client. */
export function notAnArray(argument: string, value: unknown): AssertionError {
  return new AssertionError({ message: `Should be array. ${argument} is ${describe(value)}` });
}

/** Throws the error of `notGiven` for pairs of a map with a key or value that is null or undefined. */
export function assertPairs(pairs: readonly (readonly [unknown, unknown])[]): void {
  // `forEachPair` refuses what is no pair.
  if (!Array.isArray(pairs)) return;
  for (const pair of pairs as readonly unknown[]) {
    if (!Array.isArray(pair) || pair.length !== 2) return;
    if (isMissing(pair[0])) throw notGiven('key');
    if (isMissing(pair[1])) throw notGiven('value');
  }
}

/**
 * Returns true for a duration in milliseconds: a number that is small enough to be exact, or a Long. As officially, a number may be
 * given as a text: it is one wherever it comes from the environment or a URL.
 */
export function isDuration(value: unknown): boolean {
  return isInt64(Long.isLong(value) ? value : Math.ceil(numberOf(value)));
}

/**
 * Converts a duration to whole milliseconds, as members take it. A fraction is rounded up, so that 0.5 ms is not 0, which means
 * for ever.
 */
export function wholeMillis(duration: LongField): LongField {
  return Long.isLong(duration) ? duration : Math.ceil(numberOf(duration));
}

/** Returns a number, or that of a text; NaN for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
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

export function notAnInt32(argument: string, value: unknown): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number of 32 bits, got ${describeArgument(value)}`,
  );
}

/** Returns true for a whole number that is exact, or a Long. */
export function isInt64(value: unknown): boolean {
  return Number.isSafeInteger(value) || Long.isLong(value);
}

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
    throw mustBe('pairs', 'an array of [key, value]', pairs);
  }
  for (const pair of pairs as readonly (readonly [K, V])[]) {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw mustBe('each of the pairs', 'an array of key and value', pair);
    }
    if (isMissing(pair[0])) throw missing('key');
    if (isMissing(pair[1])) throw missing('value');
    visit(pair[0], pair[1]);
  }
}
