import type { Pause } from './slicers.js';

/** The textbook recursion, on purpose: about 1.6ⁿ calls. */
export function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

/** `fib` with a pause before every call, as in the experiment this one repeats. */
export function slicedFib(n: number, pause: Pause): Promise<number> {
  return new Promise((resolve) => {
    pause(() => {
      if (n < 2) resolve(n);
      else resolve(Promise.all([slicedFib(n - 1, pause), slicedFib(n - 2, pause)]).then(([a, b]) => a + b));
    });
  });
}

/** Largest n that is computed in one go (a few dozen milliseconds), and in slices (memory: a promise a call). */
export const MAX_N = 32;
export const MAX_SLICED_N = 20;
