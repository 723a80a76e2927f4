import { availableParallelism } from 'node:os';

/** Threads of a pool: one CPU is left to the serving thread, and there is always one thread. */
export function poolThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}
