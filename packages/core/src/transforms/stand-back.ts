import { getPriority, setPriority } from 'node:os';

const NICEST = 19;

/**
 * Lowers the priority of the calling thread. To Linux, process 0 is the thread that asks; to others it is the whole
 * process, whose priority is not ours to change: there nothing happens.
 *
 * Without it, a compute thread in the middle of its slice keeps the CPU that the caller's thread has just become due on.
 */
export function standBack(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  try {
    setPriority(Math.min(NICEST, getPriority() + niceness));
  } catch {
    // A sandbox may forbid the call. Then the thread is as urgent as the others.
  }
}
