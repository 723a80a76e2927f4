import { describeArgument } from '../calls/call-options.js';
import { IllegalArgumentError } from '@offloop/values';

const MAX_INT32 = 2 ** 31 - 1;

/** Whether `value` is a whole number from `least` to 2³¹ − 1. */
export function isCount(value: unknown, least: 0 | 1): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= MAX_INT32;
}

/** What tells of an argument for which `isCount` is false. */
export function notACount(argument: string, value: unknown, least: 0 | 1): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number from ${least} to ${MAX_INT32}, got ${describeArgument(value)}`,
  );
}

/** Whether `value` is a whole number of milliseconds that is not negative. */
export function isWait(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** What tells of an argument for which `isWait` is false. */
export function notAWait(argument: string, value: unknown): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number of milliseconds, at least 0, got ${describeArgument(value)}`,
  );
}
