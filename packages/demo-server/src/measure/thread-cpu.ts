import { openSync, readSync } from 'node:fs';

/** Node.js before 22.15 does not have it, and the types are of the oldest version. */
const threadCpuUsage = (
  process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
).threadCpuUsage?.bind(process);

/** Nanoseconds the process's first thread ran, and waited for a CPU, as Linux counts them; its id is the process's. */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;
const NANOS_PER_SECOND = 1e9;

/** Stays open, since it is asked for a thousand times a second; each read from its beginning is answered anew. */
const file: number | undefined = open();
const buffer: Buffer = Buffer.alloc(128);

/** CPU seconds of the main thread, user and system, since the process began; undefined where the system does not tell. */
export function mainThreadCpu(): number | undefined {
  if (threadCpuUsage !== undefined) {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1e6;
  }
  return schedstat(0);
}

/**
 * Seconds in which the main thread could have run but for a CPU, since the process began; undefined where the system does
 * not tell. A few microseconds.
 */
export function mainThreadWait(): number | undefined {
  return schedstat(1);
}

function schedstat(field: 0 | 1): number | undefined {
  if (file === undefined) return undefined;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ', 2)[field]) / NANOS_PER_SECOND;
}

function open(): number | undefined {
  try {
    return openSync(SCHEDSTAT, 'r');
  } catch {
    return undefined;
  }
}
