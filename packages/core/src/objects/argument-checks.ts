import Long from 'long';
import { describeArgument } from '../calls/call-options.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';

/** What no key or value may be. */
export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** The rejection that tells so. */
export function missing(argument: string): Promise<never> {
  return Promise.reject(new IllegalArgumentError(`${argument} must be neither null nor undefined`));
}

/** Whether it can be a duration, in milliseconds. */
export function isDuration(value: unknown): boolean {
  return isInt64(value);
}

/** The rejection that tells so. @param place of the call's options among its arguments. */
export function notADuration(argument: string, value: unknown, place?: string): Promise<never> {
  return Promise.reject(
    new IllegalArgumentError(
      `${argument} must be a whole number of milliseconds or a Long, got ${describeArgument(value, place)}`,
    ),
  );
}

/** Whether it can be an index or a count. */
export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}

/** The rejection that tells so. */
export function notAnInt32(argument: string, value: unknown): Promise<never> {
  return Promise.reject(
    new IllegalArgumentError(`${argument} must be a whole number of 32 bits, got ${describeArgument(value)}`),
  );
}

/** Whether it can be a number of 64 bits. */
export function isInt64(value: unknown): boolean {
  return Number.isSafeInteger(value) || Long.isLong(value);
}

/** The rejection that tells so. */
export function notAnInt64(argument: string, value: unknown): Promise<never> {
  return Promise.reject(
    new IllegalArgumentError(`${argument} must be a whole number or a Long, got ${describeArgument(value)}`),
  );
}
