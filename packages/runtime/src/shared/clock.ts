import process from 'node:process';
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import promises from 'node:timers/promises';

// What Node.js offers of time, as it is when this module is loaded. A test's fake timers take the place of the globals later, and
// stand still until the test moves them: a client that asked them would publish nothing, and drain nothing. Timers are taken from
// `node:timers`, since in a sandbox, such as Jest's, the globals may be fakes from the beginning.

export const setTimeout: typeof globalThis.setTimeout = timers.setTimeout;
export const clearTimeout: typeof globalThis.clearTimeout = timers.clearTimeout;
export const setInterval: typeof globalThis.setInterval = timers.setInterval;
export const clearInterval: typeof globalThis.clearInterval = timers.clearInterval;
export const setImmediate: typeof globalThis.setImmediate = timers.setImmediate;
export const clearImmediate: typeof globalThis.clearImmediate = timers.clearImmediate;
export const nextTick: typeof process.nextTick = process.nextTick.bind(process);

/** A timer's longest delay, in milliseconds: a longer one would be over at once. */
export const LONGEST_DELAY_MILLIS: number = 2 ** 31 - 1;

/** Resolves in the next turn of the loop. */
export const nextTurn: typeof promises.setImmediate = promises.setImmediate;
/** Resolves after some milliseconds. */
export const pause: typeof promises.setTimeout = promises.setTimeout;

/** Milliseconds since this thread began, by a clock that nobody sets. */
export const monotonicNow: () => number = performance.now.bind(performance);
/** Milliseconds since 1970, by the clock that people set. */
export const wallNow: () => number = Date.now;

const { hrtime } = process;

/**
 * Milliseconds by a clock that all threads of the process share, that nobody sets, and that has no known beginning: for what one
 * thread writes and another compares. {@link monotonicNow} begins anew in each thread.
 */
export function commonNow(): number {
  const [seconds, nanos] = hrtime();
  return seconds * 1000 + nanos / 1e6;
}
