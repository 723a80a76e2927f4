import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** The number of CPUs this process may use: as many as the scheduler allows, or fewer by a container's quota, such as 0.5. */
export function availableCpus(): number {
  return Math.min(availableParallelism(), quotaCpus(readText));
}

/** Reads a file as text; returns undefined when it cannot be read. */
export type ReadText = (path: string) => string | undefined;

const readText: ReadText = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const ROOT = '/sys/fs/cgroup';

/**
 * The CPU quota of this process's control groups (version 1 or 2), in CPUs; Infinity without a quota. In newer versions of Node.js
 * `availableParallelism` counts only whole CPUs of it.
 */
export function quotaCpus(read: ReadText): number {
  const lines = (read('/proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
  const version1 = lines.find(([, controllers = '']) => controllers.split(',').includes('cpu'));
  const path = (version1 ?? lines.find(([number]) => number === '0'))?.[2] ?? '/';
  const cpusOf = version1 === undefined ? unifiedCpus : version1Cpus;
  let least = Infinity;
  // A group's quota bounds all below it. In a container the path may be the host's: then only its beginning is there.
  for (let group = join('/', path); ; group = join(group, '..')) {
    least = Math.min(least, cpusOf(read, group) ?? Infinity);
    if (group === '/') return least;
  }
}

function unifiedCpus(read: ReadText, group: string): number | undefined {
  const [quota, period] = (read(join(ROOT, group, 'cpu.max')) ?? '').trim().split(' ');
  return ratio(quota, period);
}

function version1Cpus(read: ReadText, group: string): number | undefined {
  const folder = join(ROOT, 'cpu', group);
  return ratio(read(join(folder, 'cpu.cfs_quota_us')), read(join(folder, 'cpu.cfs_period_us')));
}

/** Undefined for `max` and -1, which mean no quota. */
function ratio(quota: string | undefined, period: string | undefined): number | undefined {
  const cpus = Number(quota) / Number(period);
  return cpus > 0 && Number.isFinite(cpus) ? cpus : undefined;
}
