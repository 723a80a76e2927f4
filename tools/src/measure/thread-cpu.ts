import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Node.js before 22.15 does not have it, and the types are of the oldest version. */
const threadCpuUsage = (
  process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
).threadCpuUsage?.bind(process);

/** Nanoseconds that the process's first thread ran, and waited for a CPU, as Linux counts them; its id is the process's. */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/** Stays open, since it is asked for a thousand times a second; each read from its beginning is answered anew. */
const file: number | null = open();
const buffer: Buffer = Buffer.alloc(128);

/** CPU time of the calling thread in microseconds, user and system; `null` where neither Node nor the kernel tells. */
export function threadCpuMicros(): number | null {
  if (threadCpuUsage === undefined) return isMainThread ? kernelCpuMicros() : null;
  const { user, system } = threadCpuUsage();
  return user + system;
}

/**
 * CPU time of the main thread in microseconds, as the kernel counts it; `null` where it does not tell. It is brought up to
 * date at each tick of the kernel.
 */
export function kernelCpuMicros(): number | null {
  return schedstat(0);
}

/** Microseconds in which the main thread could have run but for a CPU; `null` where the system does not tell. */
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
