import { describeArgument } from '../calls/call-options.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';

const MAX_INT32 = 2 ** 31 - 1;

/** Whether it is a whole number from `least` on that fits into 32 bits. */
export function isCount(value: unknown, least: 0 | 1): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= MAX_INT32;
}

/** The rejection that tells so. */
export function notACount(argument: string, value: unknown, least: 0 | 1): Promise<never> {
  return Promise.reject(
    new IllegalArgumentError(
      `${argument} must be a whole number from ${least} to ${MAX_INT32}, got ${describeArgument(value)}`,
    ),
  );
}

/** Whether it is a whole number of milliseconds that is not negative. */
export function isWait(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The rejection that tells so. */
export function notAWait(argument: string, value: unknown): Promise<never> {
  return Promise.reject(
    new IllegalArgumentError(
      `${argument} must be a whole number of milliseconds, at least 0, got ${describeArgument(value)}`,
    ),
  );
}
