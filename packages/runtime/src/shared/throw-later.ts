import { nextTick } from './clock.js';

/**
 * Throws an error of user code to the process, in a tick of its own: where no caller could handle it, and where it would stop the work
 * that follows.
 */
export function throwLater(error: unknown): void {
  nextTick(() => {
    throw error;
  });
}
