import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Confinement } from '../experiment.js';
import { createQuota } from './cpu-quota.js';

const execute = promisify(execFile);

/** Where the children of an experiment may run. */
export interface Confined {
  /** Goes before the command line of a child. */
  readonly prefix: readonly string[];
  /** For the caption. */
  readonly description: string;
  /** Undoes what was done to others than the children. */
  readonly release: () => Promise<void>;
}

/** The machine does not let us; the message says why. */
export class NotPossibleError extends Error {
  override readonly name: string = 'NotPossibleError';
}

/**
 * Leaves the children of an experiment one CPU.
 *
 * @param memberPid `null` for a cluster that is not ours: it stays where it is
 * @throws NotPossibleError
 */
export function confine(kind: Confinement, memberPid: number | null): Promise<Confined> {
  return kind === 'affinity' ? pin(memberPid) : limit();
}

async function pin(memberPid: number | null): Promise<Confined> {
  const cpus = allowedCpus();
  if (cpus.length < 2)
    throw new NotPossibleError('one CPU for the client and another for the member are wanted');
  const [own, ...others] = cpus;
  const move = (pid: number, to: readonly number[]): Promise<unknown> =>
    execute('taskset', ['--all-tasks', '--cpu-list', '--pid', to.join(','), String(pid)]);
  try {
    await execute('taskset', ['--version']);
    if (memberPid !== null) await move(memberPid, others);
  } catch (error) {
    throw new NotPossibleError(`taskset: ${(error as Error).message}`, { cause: error });
  }
  const member = memberPid === null ? 'the cluster not pinned' : `the member to ${others.join(',')}`;
  return {
    prefix: ['taskset', '--cpu-list', String(own)],
    description: `the client pinned to CPU ${own}, ${member}`,
    release: async () => {
      if (memberPid !== null) await move(memberPid, cpus);
    },
  };
}

async function limit(): Promise<Confined> {
  try {
    const { folder, remove } = createQuota(1);
    return {
      // The shell enters the group and becomes the child: its pid is the child's.
      prefix: ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
      description: `the client with a quota of one CPU of ${availableParallelism()}`,
      release: async () => remove(),
    };
  } catch (error) {
    throw new NotPossibleError(`no control group with a quota: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** CPUs that the scheduler allows this process; none where there is no `/proc`. */
function allowedCpus(): number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return parseCpuList(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
  } catch {
    return [];
  }
}

/** `0-2,5` → 0, 1, 2, 5 */
export function parseCpuList(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return range === '' ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
