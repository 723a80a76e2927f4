import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MILLIS = 2;

/**
 * Stops a process by SIGSTOP, and resolves when each of its threads stands still: under load that takes a second, in which other threads go
 * on working. SIGCONT lets the process go on. On systems other than Linux it resolves at once.
 *
 * Rejects if there is no such process (any more), and for a child that was never started.
 */
export async function freeze(pid: number | undefined): Promise<void> {
  // Numbers from 0 down are process groups, our own among them.
  if (pid === undefined || pid <= 0) throw new RangeError(`there is no process ${pid}`);
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return;
  while (!(await standsStill(pid))) await pause(LOOK_MILLIS);
}

async function standsStill(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`);
  const states = await Promise.all(threads.map((thread) => stateOf(pid, thread)));
  return states.every((state) => state === 'stopped' || state === 'gone');
}

async function stateOf(pid: number, thread: string): Promise<'stopped' | 'gone' | 'running'> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'latin1');
  } catch {
    // The thread has ended since the folder was read.
    return 'gone';
  }
  // `id (name) state …`, and the name may hold anything. T: stopped; X and Z: dead.
  const state = stat.charAt(stat.lastIndexOf(')') + 2);
  if (state === 'X' || state === 'Z') return 'gone';
  return state === 'T' ? 'stopped' : 'running';
}
