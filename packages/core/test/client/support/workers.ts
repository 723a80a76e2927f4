import { availableCpus } from '@offloop/runtime';

const asked = process.env['OFFLOOP_WORKERS'] ?? 'auto';

/** `runtime.workers` of tests that do not choose by themselves: as users get it, or as `OFFLOOP_WORKERS` says. */
export const TESTED_WORKERS: number | 'auto' = asked === 'auto' ? 'auto' : Number(asked);

/** Shards of a client that has not yet needed a thread beside its loop: each has a connection to each member. */
export function shardsOf(workers: number | 'auto'): number {
  return workers === 'auto' ? 1 : Math.max(1, workers);
}

/** `runtime.workers` of tests that are about worker threads: one, or more by `OFFLOOP_WORKERS`. */
export const THREADS: number = shardsOf(TESTED_WORKERS);

/** Whether workers write tapes: one that shares the caller's one CPU leaves all as text. */
export const TAPES: boolean = availableCpus() >= 2;
