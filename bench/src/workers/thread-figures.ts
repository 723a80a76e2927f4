import { readdirSync, readFileSync } from 'node:fs';
import { lower, type Figure } from '../experiment.js';
import type { MoreFigures } from '../load/window.js';

export const THREAD_FIGURES: readonly Figure[] = [
  lower('workerCpuMicros', 'Workers, CPU-µs/op', {
    headline: true,
    note: 'What the kernel counts of the threads that came with the client: all of its workers together.',
  }),
  lower('memberCpuMicros', 'Member, CPU-µs/op', {
    headline: true,
    note: 'What the kernel counts of the member’s process, its compiler and its collector included.',
  }),
];

/** Ticks a second of the times in `/proc/<pid>/stat`: the same on every Linux. */
const TICKS = 100;

/** Returns the ids of this process's threads, as the kernel has them; none where there is no `/proc`. */
export function threadsOfProcess(): readonly string[] {
  try {
    return readdirSync('/proc/self/task');
  } catch {
    return [];
  }
}

/**
 * Measures the CPU time of workers and member.
 *
 * @param workers ids of the workers' threads
 * @param memberPid process id of the member; null if its cost is not known
 */
export function threadFigures(workers: readonly string[], memberPid: number | null): MoreFigures {
  let atStart = { workers: 0, member: 0 };
  const now = (): typeof atStart => ({
    workers: workers.reduce((sum, thread) => sum + threadMicros(thread), 0),
    member: memberPid === null ? 0 : processMicros(memberPid),
  });
  return {
    reset: () => {
      atStart = now();
    },
    figures: (operations) => {
      const atEnd = now();
      return {
        workerCpuMicros: workers.length === 0 ? null : (atEnd.workers - atStart.workers) / operations,
        memberCpuMicros: memberPid === null ? null : (atEnd.member - atStart.member) / operations,
      };
    },
  };
}

function threadMicros(thread: string): number {
  return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1000;
}

function processMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold anything; the times are the 14th and 15th fields, and the state is the third.
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(user) + Number(system)) * 1e6) / TICKS;
}
