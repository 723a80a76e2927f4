import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import type { Recovery } from './recovery-options.js';

type Delays = Pick<Recovery<unknown>, 'initialDelay' | 'maxDelay' | 'factor' | 'jitter' | 'calculateDelay'>;

/**
 * Returns the milliseconds before an attempt: no more than 2³¹ − 1, as Node.js runs a timer with a longer delay at once. Throws what
 * `calculateDelay` throws, and if that does not return a number of milliseconds.
 *
 * @param attempt from 1. @param random from 0 to 1
 */
export function delayBefore(
  attempt: number,
  { initialDelay, maxDelay, factor, jitter, calculateDelay }: Delays,
  random: () => number = Math.random,
): number {
  if (calculateDelay !== undefined) return Math.min(LONGEST_DELAY_MILLIS, checked(calculateDelay(attempt)));
  // Room for the jitter is left below the limit: cut off there, half of all delays would be equal in the end.
  const usual = Math.min(maxDelay / (1 + jitter), initialDelay * factor ** (attempt - 1));
  return Math.min(LONGEST_DELAY_MILLIS, Math.round(usual * (1 + jitter * (2 * random() - 1))));
}

function checked(delay: unknown): number {
  if (typeof delay === 'number' && Number.isFinite(delay) && delay >= 0) return Math.round(delay);
  throw new Error(
    `calculateDelay must return a finite, non-negative number of milliseconds (got ${String(delay)})`,
  );
}
