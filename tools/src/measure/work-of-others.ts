import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { cpuTimes, type CpuTimes } from './other-work.js';

/** The CPU time that the machine has spent, and our part of it. */
export interface WorkSeen {
  readonly machine: CpuTimes;
  /** CPU time of this process and all that it has started, in ms; null where the system does not tell it. */
  readonly own: number | null;
}

/** Measures the work that other programs do while this process, and those that it has started, are at work. */
export class WorkOfOthers {
  readonly #look: () => WorkSeen;
  #from: WorkSeen;

  constructor(look: () => WorkSeen = lookAtProcesses) {
    this.#look = look;
    this.#from = look();
  }

  /**
   * Returns the work since the last `take`, or since this object was made, as a number of CPUs. Undefined where the system does not tell
   * it, and if no time has passed.
   */
  take(): number | undefined {
    const from = this.#from;
    const now = (this.#from = this.#look());
    const millis = (now.machine.all - from.machine.all) / now.machine.cpus;
    if (millis <= 0 || now.own === null || from.own === null) return undefined;
    const others = now.machine.busy - from.machine.busy - (now.own - from.own);
    // Both are counted in steps of 10 ms, so the difference may be below 0.
    return Math.max(0, others / millis);
  }
}

export function lookAtProcesses(): WorkSeen {
  return { machine: cpuTimes(cpus()), own: process.platform === 'linux' ? ownMillis() : null };
}

/** Step in ms of the clock by which the kernel counts the CPU time of processes. */
const TICK_MILLIS = 10;

interface Process {
  readonly parent: number;
  readonly millis: number;
}

function ownMillis(): number | null {
  const all = new Map<number, Process>();
  try {
    for (const name of readdirSync('/proc')) {
      const found = /^\d+$/.test(name) ? readProcess(name) : undefined;
      if (found !== undefined) all.set(Number(name), found);
    }
  } catch {
    return null;
  }
  const isOwn = (pid: number): boolean =>
    pid === process.pid || (all.has(pid) && isOwn(all.get(pid)?.parent ?? 0));
  let millis = 0;
  for (const [pid, each] of all) if (isOwn(pid)) millis += each.millis;
  return millis;
}

/** Returns the parent and the CPU time of a process; undefined if it has ended meanwhile. */
function readProcess(pid: string): Process | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The program's name, in parentheses, may have spaces. Read are fields 4, and 14 to 17 of proc(5), which include children that have
  // ended.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return { parent: Number(fields[1]), millis: ticks * TICK_MILLIS };
}
