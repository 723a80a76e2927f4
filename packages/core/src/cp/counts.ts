import { AssertionError } from 'node:assert';
import { describeArgument } from '../calls/call-options.js';
import { IllegalArgumentError } from '@offloop/values';

/** Throws AssertionError for an argument that is no number, or not at least `least`, as the official client. */
export function assertNumber(argument: string, value: unknown, least?: 0 | 1): void {
  if (typeof value !== 'number')
    throw new AssertionError({
      message: `Number value expected. ${argument} is ${describeArgument(value)}`,
    });
  if (least === undefined || value >= least) return;
  throw new AssertionError({
    message: `${least === 1 ? 'Positive' : 'Non-negative'} value expected. ${argument} must be at least ${least}`,
  });
}

const MAX_INT32 = 2 ** 31 - 1;

export function isCount(value: unknown, least: 0 | 1): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= MAX_INT32;
}

export function notACount(argument: string, value: unknown, least: 0 | 1): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number from ${least} to ${MAX_INT32}, got ${describeArgument(value)}`,
  );
}

/** Returns true for a whole number of milliseconds, at least 0. */
export function isWait(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function notAWait(argument: string, value: unknown): IllegalArgumentError {
  return new IllegalArgumentError(
    `${argument} must be a whole number of milliseconds, at least 0, got ${describeArgument(value)}`,
  );
}
