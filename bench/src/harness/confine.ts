import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Confinement } from '../experiment.js';

const execute = promisify(execFile);

/** The confinement of an experiment's children to some of the CPUs. */
export interface Confined {
  /** Words that go before the command line of a child. */
  readonly prefix: readonly string[];
  /** Text for the caption. */
  readonly description: string;
  /** Undoes what was done to processes other than the children. */
  readonly release: () => Promise<void>;
}

/** The error of a confinement that the machine does not allow; the message says why. */
export class NotPossibleError extends Error {
  override readonly name: string = 'NotPossibleError';
}

/** The CPUs that each kind of thread may use. */
export interface CpuShares {
  readonly caller: readonly number[];
  readonly workers: readonly number[];
  readonly member: readonly number[];
}

/**
 * Divides the CPUs: the caller's thread has one alone, the member half of them, and workers those between. With fewer than four, workers
 * and member share what is left.
 */
export function cpuShares(cpus: readonly number[] = allowedCpus()): CpuShares {
  const [first, ...others] = cpus;
  if (others.length === 0)
    throw new NotPossibleError('one CPU for the client and another for the member are wanted');
  const half = cpus.length >> 1;
  return {
    caller: [first],
    workers: cpus.length < 4 ? others : cpus.slice(1, half),
    member: cpus.length < 4 ? others : cpus.slice(half),
  };
}

/** Pins the threads of a process to CPUs. @param thread true to pin only the thread whose id is `id`. Default false */
export async function pinTo(cpus: readonly number[], id: number, thread: boolean = false): Promise<void> {
  const all = thread ? [] : ['--all-tasks'];
  await execute('taskset', [...all, '--cpu-list', '--pid', cpus.join(','), String(id)]);
}

/**
 * Leaves the children of an experiment one CPU, or keeps the member apart from them.
 *
 * @param memberPid null for a cluster that is not ours: it stays where it is
 * @throws NotPossibleError if the machine does not allow it
 */
export function confine(kind: Confinement, memberPid: number | null): Promise<Confined> {
  return kind === 'apart' ? keepApart(memberPid) : pin(memberPid);
}

/** Moves the member to CPUs of its own. The children pin their threads by themselves: see `cpuShares`. */
async function keepApart(memberPid: number | null): Promise<Confined> {
  const { caller, workers, member } = cpuShares();
  const all = allowedCpus();
  await moveMember(memberPid, member);
  return {
    prefix: [],
    description: `the caller's thread pinned to CPU ${caller.join(',')}, its workers to ${workers.join(',')}, ${where(memberPid, member)}`,
    release: () => moveMember(memberPid, all),
  };
}

async function pin(memberPid: number | null): Promise<Confined> {
  const cpus = allowedCpus();
  if (cpus.length < 2)
    throw new NotPossibleError('one CPU for the client and another for the member are wanted');
  const [own, ...others] = cpus;
  await moveMember(memberPid, others);
  return {
    prefix: ['taskset', '--cpu-list', String(own)],
    description: `the client pinned to CPU ${own}, ${where(memberPid, others)}`,
    release: () => moveMember(memberPid, cpus),
  };
}

/** Pins the member to CPUs. @throws NotPossibleError if `taskset` is missing or fails, also where there is no member to move */
async function moveMember(pid: number | null, cpus: readonly number[]): Promise<void> {
  try {
    await execute('taskset', ['--version']);
    if (pid !== null) await pinTo(cpus, pid);
  } catch (error) {
    throw new NotPossibleError(`taskset: ${(error as Error).message}`, { cause: error });
  }
}

function where(memberPid: number | null, cpus: readonly number[]): string {
  return memberPid === null ? 'the cluster not pinned' : `the member to ${cpus.join(',')}`;
}

/** Returns the CPUs that the scheduler allows this process; none where there is no `/proc`. */
function allowedCpus(): number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return parseCpuList(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
  } catch {
    return [];
  }
}

/** Parses a list of CPUs: `0-2,5` → 0, 1, 2, 5. */
export function parseCpuList(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return range === '' ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
