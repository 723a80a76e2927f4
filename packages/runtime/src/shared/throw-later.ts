import { nextTick } from './clock.js';

/** Throws to the process, in a tick of its own, what user code has thrown where no caller could know what to do, and where it would stop what comes behind it. */
export function throwLater(error: unknown): void {
  nextTick(() => {
    throw error;
  });
}
