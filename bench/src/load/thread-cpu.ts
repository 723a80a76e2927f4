import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Node 20 does not have it and its types do not know it. */
const threadCpuUsage = (
  process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
).threadCpuUsage?.bind(process);

/**
 * CPU time of the calling thread in microseconds: by Node, or on Linux by the kernel, which keeps it for the main thread
 * under the number of the process.
 *
 * @returns `null` where neither has it
 */
export function threadCpuMicros(): number | null {
  if (threadCpuUsage === undefined) return isMainThread ? kernelMicros() : null;
  const { user, system } = threadCpuUsage();
  return user + system;
}

/** `schedstat` begins with the nanoseconds that the thread ran; the kernel brings it up to date at each of its ticks. */
export function kernelMicros(): number | null {
  try {
    const [nanos] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(nanos) / 1000;
  } catch {
    return null;
  }
}
