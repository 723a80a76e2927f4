import type { Pause } from './slicers.js';

/** Computes a Fibonacci number by the textbook recursion, which is slow on purpose: about 1.6ⁿ calls. */
export function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

/** Computes what `fib` does, with a pause before every call, as in the experiment that this one repeats. */
export function slicedFib(n: number, pause: Pause): Promise<number> {
  return new Promise((resolve) => {
    pause(() => {
      if (n < 2) resolve(n);
      else resolve(Promise.all([slicedFib(n - 1, pause), slicedFib(n - 2, pause)]).then(([a, b]) => a + b));
    });
  });
}

/** Largest n that is computed in one go, which takes a few dozen milliseconds. */
export const MAX_N = 32;
/** Largest n that is computed in slices. What limits it is memory: each call is a promise. */
export const MAX_SLICED_N = 20;
