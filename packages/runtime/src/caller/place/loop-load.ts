import { performance, type EventLoopUtilization } from 'node:perf_hooks';

/** Milliseconds over which the load is smoothed. */
const SMOOTHED_OVER = 30;

/** Measures how busy the caller's loop is, smoothed over 30 ms. A look takes about a quarter of a microsecond. */
export class LoopLoad {
  /** Undefined while nobody looks. */
  #before: EventLoopUtilization | undefined;
  #load: number | undefined;

  /** Nobody looks for now: the next look begins anew. */
  rest(): void {
    this.#before = this.#load = undefined;
  }

  /** Returns the share of its time that the loop was busy lately, 0 to 1; 0 at the first look. @param millis since the look before. */
  look(millis: number): number {
    const now = performance.eventLoopUtilization();
    const before = this.#before;
    this.#before = now;
    if (before === undefined) return 0;
    const active = now.active - before.active;
    const whole = active + now.idle - before.idle;
    // A loop that has not waited once since counts as busy: then there is no idle time to be seen yet.
    const share = whole > 0 ? active / whole : 1;
    const load = this.#load ?? share;
    const weight = Math.min(1, millis / SMOOTHED_OVER);
    return (this.#load = load + weight * (share - load));
  }
}
