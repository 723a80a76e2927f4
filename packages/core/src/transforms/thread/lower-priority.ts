import { getPriority, setPriority } from 'node:os';

const NICEST = 19;

/**
 * Lowers the priority of the calling thread. On Linux, process 0 means the calling thread. Elsewhere it means the whole
 * process, whose priority is not ours to change: there this function does nothing.
 *
 * Without it, a compute thread in the middle of its time slice keeps the CPU that the caller's thread needs.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  try {
    setPriority(Math.min(NICEST, getPriority() + niceness));
  } catch {
    // A sandbox may forbid the call. Then the thread keeps the priority of the others.
  }
}
