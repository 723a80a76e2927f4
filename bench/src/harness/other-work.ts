import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How many CPUs' worth of work the machine does while this process waits. Not the load average, which still holds what
 * ran a minute ago: a run of ours, more often than not.
 *
 * @param millis to look for
 * @returns 0 (idle) to the number of CPUs
 */
export async function otherWork(millis: number): Promise<number> {
  const before = cpuTimes();
  await sleep(millis);
  const after = cpuTimes();
  const passed = after.all - before.all;
  return passed === 0 ? 0 : (cpus().length * (after.busy - before.busy)) / passed;
}

/** Milliseconds since the machine started, of all CPUs. */
function cpuTimes(): { readonly busy: number; readonly all: number } {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    for (const millis of Object.values(times)) all += millis;
  }
  return { busy: all - idle, all };
}
