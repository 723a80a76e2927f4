import process from 'node:process';
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import promises from 'node:timers/promises';

// The timers and clocks of Node.js as they are when this module is loaded. A test's fake timers replace the globals later, and stand
// still until the test moves them: with those a client would neither publish nor drain. Timers are taken from `node:timers`, since
// in a sandbox, such as Jest's, the globals may be fakes from the beginning.

export const setTimeout: typeof globalThis.setTimeout = timers.setTimeout;
export const clearTimeout: typeof globalThis.clearTimeout = timers.clearTimeout;
export const setInterval: typeof globalThis.setInterval = timers.setInterval;
export const clearInterval: typeof globalThis.clearInterval = timers.clearInterval;
export const setImmediate: typeof globalThis.setImmediate = timers.setImmediate;
export const clearImmediate: typeof globalThis.clearImmediate = timers.clearImmediate;
export const nextTick: typeof process.nextTick = process.nextTick.bind(process);

/** The longest delay of a timer, in milliseconds. Node.js runs a timer with a longer delay at once. */
export const LONGEST_DELAY_MILLIS: number = 2 ** 31 - 1;

/** Resolves in the next turn of the event loop. */
export const nextTurn: typeof promises.setImmediate = promises.setImmediate;
/** Resolves after the given milliseconds. */
export const pause: typeof promises.setTimeout = promises.setTimeout;

/** Milliseconds since this thread began, by a monotonic clock. */
export const monotonicNow: () => number = performance.now.bind(performance);
/** Milliseconds since 1970, by the system clock, which can be set. */
export const wallNow: () => number = Date.now;

const { hrtime } = process;

/**
 * Milliseconds by a monotonic clock that all threads of the process share; its zero is arbitrary. Use it to compare times of two
 * threads: {@link monotonicNow} begins anew in each.
 */
export function commonNow(): number {
  const [seconds, nanos] = hrtime();
  return seconds * 1000 + nanos / 1e6;
}
