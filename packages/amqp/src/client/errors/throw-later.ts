import { nextTick } from '@offloop/runtime/clock';

/** Throws an error where nobody can catch it: for what a listener has thrown, when there is no caller who could know what to do. */
export function throwLater(error: unknown): void {
  nextTick(() => {
    throw error;
  });
}
