import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

/** Starts a pool of threads that run a function of a module: one thread for each CPU, as many as offloop's transforms have. */
export function startPool<Task, Result>(module: URL, name: string): Piscina<Task, Result> {
  const threads = availableParallelism();
  return new Piscina<Task, Result>({
    filename: module.href,
    name,
    minThreads: threads,
    maxThreads: threads,
  });
}
