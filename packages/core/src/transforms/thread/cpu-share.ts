import { getPriority, setPriority } from 'node:os';
import { monotonicNow } from '@offloop/runtime/clock';

const NICEST = 19;

/**
 * Lowers the priority of the calling thread. On Linux, process 0 means the calling thread. Elsewhere it means the whole process,
 * whose priority is not ours to change: there this function does nothing.
 *
 * With the same priority, a compute thread in the middle of its time slice would keep the CPU that the caller's thread needs.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  try {
    setPriority(Math.min(NICEST, getPriority() + niceness));
  } catch {
    // A sandbox may forbid the call. Then the thread keeps the priority of the others.
  }
}

/** Milliseconds of work after which the thread yields the CPU. */
const WORK_MILLIS = 0.5;
/** Milliseconds of sleep that are asked for. The system's timers make about 0.07 of them. */
const SLEEP_MILLIS = 0.01;

/** Memory that nobody signals, so that a wait always takes the whole time. */
const NEVER_SIGNALLED = new Int32Array(new SharedArrayBuffer(4));

/**
 * Yields the CPU for a moment after so much work. Linux lets a running thread finish its time slice, one to three milliseconds,
 * whatever its priority is. If all CPUs are taken, an event loop that becomes ready meanwhile would wait that long
 * (docs/decisions/0014-compute-threads.md).
 */
export class CpuYield {
  #workingSince = 0;

  /** Starts the clock; call it when work begins. */
  begin(): void {
    this.#workingSince = monotonicNow();
  }

  /** Sleeps if it is time to; call it between two pieces of work. */
  yieldIfDue(): void {
    if (monotonicNow() - this.#workingSince < WORK_MILLIS) return;
    Atomics.wait(NEVER_SIGNALLED, 0, 0, SLEEP_MILLIS);
    this.#workingSince = monotonicNow();
  }
}
