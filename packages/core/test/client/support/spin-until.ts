import { TimeLimit } from './time-limit.js';

/** Blocks this thread until others have done what is waited for, or until the test's time is up. */
export function spinUntil(condition: () => boolean): void {
  const limit = new TimeLimit(String(condition));
  while (!condition()) limit.check();
}
