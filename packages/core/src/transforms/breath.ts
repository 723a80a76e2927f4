/** Milliseconds a thread works before it takes a breath. */
const WORK_MILLIS = 0.5;
/** Milliseconds of a breath, as asked for; the system's timers make some 0.07 of them. */
const BREATH_MILLIS = 0.01;

const NOBODY_WAKES_US = new Int32Array(new SharedArrayBuffer(4));

/**
 * Gives the CPU away for a moment, now and then. A thread that works without a pause has its CPU until its time slice ends,
 * one to three milliseconds whatever its priority is, and a loop that becomes ready meanwhile waits for it where all CPUs are
 * taken (docs/decisions/0018-compute-threads-breathe.md).
 */
export class Breath {
  #restedAt = 0;

  /** Work begins after a rest. */
  begin(): void {
    this.#restedAt = performance.now();
  }

  /** To be called between two pieces of work. Sleeps if it is time to. */
  take(): void {
    if (performance.now() - this.#restedAt < WORK_MILLIS) return;
    Atomics.wait(NOBODY_WAKES_US, 0, 0, BREATH_MILLIS);
    this.#restedAt = performance.now();
  }
}
