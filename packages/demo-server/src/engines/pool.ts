import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

/** Threads that run a module's function. One CPU is left to the serving thread, and there is always one thread. */
export function startPool<Task, Result>(module: URL, name: string): Piscina<Task, Result> {
  const threads = Math.max(1, availableParallelism() - 1);
  return new Piscina<Task, Result>({
    filename: module.href,
    name,
    minThreads: threads,
    maxThreads: threads,
  });
}
