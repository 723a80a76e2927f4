import { cpus } from 'node:os';
import type { CpuInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Measures the work that the machine does while this process waits, as a number of CPUs. The load average does not serve, as it still holds
 * what ran a minute ago: more often than not a run of ours.
 *
 * @param millis duration of the measurement, in ms
 * @param look returns the times of the CPUs, as `os.cpus` does
 * @returns 0 (idle) to the number of CPUs
 */
export async function otherWork(millis: number, look: () => readonly CpuInfo[] = cpus): Promise<number> {
  const before = cpuTimes(look());
  await sleep(millis);
  const after = cpuTimes(look());
  const passed = after.all - before.all;
  return passed === 0 ? 0 : (after.cpus * (after.busy - before.busy)) / passed;
}

/** The times of all CPUs since the machine started, added up, in ms. */
export interface CpuTimes {
  readonly cpus: number;
  readonly busy: number;
  readonly all: number;
}

/** Adds up the times of all CPUs. */
export function cpuTimes(infos: readonly CpuInfo[]): CpuTimes {
  let idle = 0;
  let all = 0;
  for (const { times } of infos) {
    idle += times.idle;
    for (const millis of Object.values(times)) all += millis;
  }
  return { cpus: infos.length, busy: all - idle, all };
}
