import { availableCpus } from '@offloop/runtime';

/** The number of a client's worker threads, and the reason for it. */
export interface WorkerCount {
  readonly workers: number;
  readonly reason: string;
}

/** Least number of CPUs for a worker thread. With fewer it takes turns with the event loop instead of working beside it. */
const CPUS_FOR_A_WORKER = 2;

/**
 * Decides the number of worker threads. @param asked `runtime.workers`. @param cpus CPUs that the process may use; a quota may
 * leave it half of one.
 */
export function workerCount(asked: number | 'auto', cpus: number = availableCpus()): WorkerCount {
  if (asked !== 'auto') return { workers: asked, reason: `runtime.workers is ${asked}` };
  const permission = process.permission as NodeJS.ProcessPermission | undefined;
  if (permission !== undefined && !permission.has('worker')) {
    return { workers: 0, reason: 'the permission model allows no worker threads: --allow-worker' };
  }
  const available = `CPUs available: ${cpus}`;
  if (cpus >= CPUS_FOR_A_WORKER) return { workers: 1, reason: available };
  return { workers: 0, reason: `${available}, a worker thread wants ${CPUS_FOR_A_WORKER}` };
}
