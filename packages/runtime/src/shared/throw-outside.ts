import { nextTick } from './clock.js';

/** Throws what user code has thrown to the process, outside of the floor: there it would stop what comes behind it. */
export function throwOutside(error: unknown): void {
  nextTick(() => {
    throw error;
  });
}
