import type { Piscina } from 'piscina';

import { fib, slicedFib } from '../computing/fib.js';
import { Family } from '../approaches/approaches.js';
import { startPool } from './pool.js';
import { PAUSES, type Slicer } from '../computing/slicers.js';

/** The families that have a Fibonacci number of their own; the official client would compute it as `sync` does. */
export const FIB_FAMILIES: readonly Family[] = [Family.SYNC, Family.TIMESLICE, Family.WORKERS];

export interface FibEngine {
  fib(n: number, family: Family, slicer: Slicer): number | Promise<number>;
  close(): Promise<void>;
}

/** The pool's threads start with the first number asked of it. */
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
