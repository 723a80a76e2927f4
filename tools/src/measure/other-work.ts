import { cpus } from 'node:os';
import type { CpuInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How many CPUs' worth of work the machine does while this process waits. Not the load average, which still holds what
 * ran a minute ago: a run of ours, more often than not.
 *
 * @param millis to look for
 * @param look at the CPUs, as `os.cpus` does
 * @returns 0 (idle) to the number of CPUs
 */
export async function otherWork(millis: number, look: () => readonly CpuInfo[] = cpus): Promise<number> {
  const before = cpuTimes(look());
  await sleep(millis);
  const after = cpuTimes(look());
  const passed = after.all - before.all;
  return passed === 0 ? 0 : (after.cpus * (after.busy - before.busy)) / passed;
}

export interface CpuTimes {
  readonly cpus: number;
  readonly busy: number;
  readonly all: number;
}

/** Milliseconds since the machine started, of all CPUs. */
export function cpuTimes(infos: readonly CpuInfo[]): CpuTimes {
  let idle = 0;
  let all = 0;
  for (const { times } of infos) {
    idle += times.idle;
    for (const millis of Object.values(times)) all += millis;
  }
  return { cpus: infos.length, busy: all - idle, all };
}
