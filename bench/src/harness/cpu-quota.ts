import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A control group with a quota of CPU time. */
export interface CpuQuota {
  /** Folder of the group. A process that writes its pid to `cgroup.procs` in it is limited. */
  readonly folder: string;
  /** Removes the group, which must be empty. */
  readonly remove: () => void;
}

const ROOT = '/sys/fs/cgroup';
const PERIOD_MICROS = 100_000;

/**
 * Makes a control group of version 2 or 1, below our own, whose processes may use this many CPUs together.
 *
 * @throws if the file system, its owner or the enabled controllers do not allow it
 */
export function createQuota(cpus: number): CpuQuota {
  const { parent, files } = quotaFiles(readFileSync('/proc/self/cgroup', 'utf8'), cpus);
  const folder = join(parent, `offloop-bench-${process.pid}`);
  mkdirSync(folder);
  const remove = (): void => rmdirSync(folder);
  try {
    for (const [file, text] of files) writeFileSync(join(folder, file), text, { flag: 'r+' });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/**
 * Returns the folder of our own control group, and the files to be written below it.
 *
 * @param membership the text of `/proc/self/cgroup`: the controller `cpu` is in it only if it is of version 1
 */
export function quotaFiles(
  membership: string,
  cpus: number,
): { readonly parent: string; readonly files: readonly (readonly [name: string, text: string])[] } {
  const quota = String(cpus * PERIOD_MICROS);
  const lines = membership.split('\n').map((line) => line.split(':'));
  const old = lines.find(([, controllers = '']) => controllers.split(',').includes('cpu'));
  if (old !== undefined) {
    const files = [
      ['cpu.cfs_period_us', String(PERIOD_MICROS)],
      ['cpu.cfs_quota_us', quota],
    ] as const;
    return { parent: join(ROOT, 'cpu', old[2]), files };
  }
  const unified = lines.find(([number]) => number === '0');
  if (unified === undefined) throw new Error('this process is in no control group');
  return { parent: join(ROOT, unified[2]), files: [['cpu.max', `${quota} ${PERIOD_MICROS}`]] };
}
