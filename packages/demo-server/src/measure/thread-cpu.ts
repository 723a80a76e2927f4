import { readFileSync } from 'node:fs';

/** Node.js before 22.15 does not have it, and the types are of the oldest version. */
const threadCpuUsage = (
  process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
).threadCpuUsage?.bind(process);

/** Nanoseconds the process's first thread has run, as Linux counts them; its id is the process's. */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/** CPU seconds of the main thread, user and system, since the process began; undefined where the system does not tell. */
export function mainThreadCpu(): number | undefined {
  if (threadCpuUsage !== undefined) {
    const { user, system } = threadCpuUsage();
    return (user + system) / 1e6;
  }
  try {
    return Number(readFileSync(SCHEDSTAT, 'utf8').split(' ', 1)[0]) / 1e9;
  } catch {
    return undefined;
  }
}
