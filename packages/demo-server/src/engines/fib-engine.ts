import type { Piscina } from 'piscina';

import { fib, slicedFib } from '../computing/fib.js';
import { Family } from '../approaches/approaches.js';
import { startPool } from './pool.js';
import { PAUSES, type Slicer } from '../computing/slicers.js';

/** The families that compute Fibonacci numbers. The official client has no part in it: it would compute them as `sync` does. */
export const FIB_FAMILIES: readonly Family[] = [Family.SYNC, Family.TIMESLICE, Family.WORKERS];

export interface FibEngine {
  fib(n: number, family: Family, slicer: Slicer): number | Promise<number>;
  close(): Promise<void>;
}

/** Makes the engine for Fibonacci numbers. The pool's threads start with the first number that they are to compute. */
export function openFibEngine(): FibEngine {
  let pool: Piscina<number, number> | undefined;
  const inPool = (n: number): Promise<number> => {
    pool ??= startPool(new URL('../computing/fib.js', import.meta.url), 'fib');
    return pool.run(n);
  };
  return {
    fib: (n, family, slicer) => {
      if (family === Family.WORKERS) return inPool(n);
      return family === Family.TIMESLICE ? slicedFib(n, PAUSES[slicer]) : fib(n);
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}
