import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** `process.threadCpuUsage`, undefined before Node.js 22.15. The types are those of the oldest version, which lack it. */
const threadCpuUsage = (
  process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
).threadCpuUsage?.bind(process);

/**
 * A file of Linux with the nanoseconds that the process's first thread has run, and has waited for a CPU; the thread's id is the process's.
 */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Descriptor of that file, which stays open because it is read a thousand times a second: each read from its beginning gets new figures.
 */
const file: number | null = open();
const buffer: Buffer = Buffer.alloc(128);

/** Returns the CPU time of the calling thread in µs, user and system; null where neither Node.js nor the kernel tells it. */
export function threadCpuMicros(): number | null {
  if (threadCpuUsage === undefined) return isMainThread ? kernelCpuMicros() : null;
  const { user, system } = threadCpuUsage();
  return user + system;
}

/**
 * Returns the CPU time of the main thread in µs, as the kernel counts it; null where it does not tell. The kernel updates it at each of its
 * ticks.
 */
export function kernelCpuMicros(): number | null {
  return schedstat(0);
}

/** Returns the time that the main thread was ready to run and waited for a CPU, in µs; null where the system does not tell it. */
export function threadWaitMicros(): number | null {
  return schedstat(1);
}

function schedstat(field: 0 | 1): number | null {
  if (file === null) return null;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ', 2)[field]) / 1000;
}

function open(): number | null {
  try {
    return openSync(SCHEDSTAT, 'r');
  } catch {
    return null;
  }
}
