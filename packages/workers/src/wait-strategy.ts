/**
 * What the agent does when a duty cycle found nothing: look on for a while (linger), or sleep (park) at once. A sleeping
 * thread on an idle CPU takes 10 to 40 µs to wake, whoever wakes it.
 */
export interface WaitStrategy {
  /**
   * Called after each duty cycle.
   *
   * @param completed calls completed in it. @param begun calls begun in it. @param inFlight calls at the members.
   * @returns whether to look again instead of parking.
   */
  keepLooking(completed: number, begun: number, inFlight: number): boolean;
}

/** Never lingers: for an agent that shares its thread with the application, or has less than two CPUs to share. */
export const parkAtOnce: WaitStrategy = { keepLooking: () => false };

/** Up to this many calls at the members or owed by the caller each wake-up serves few of them, and is worth avoiding. */
const FEW_CALLS = 16;

/**
 * Lingers where the next thing is near and a wake-up would be a good part of it: few calls are at the members, or the
 * caller was just given a few answers and has not asked as much again. With many calls under way a wake-up serves many,
 * and the CPU is better left to whom we wait for.
 */
export class Linger implements WaitStrategy {
  readonly #millis: number;
  #until = 0;
  /** Answers given that were not followed by a call yet. */
  #owed = 0;

  /** @param micros the longest time to look on without anything happening. */
  constructor(micros: number) {
    this.#millis = micros / 1000;
  }

  keepLooking(completed: number, begun: number, inFlight: number): boolean {
    this.#owed = Math.max(0, this.#owed + completed - begun);
    const underWay = this.#owed + inFlight;
    if (underWay === 0 || underWay > FEW_CALLS) {
      this.#owed = 0;
      return false;
    }
    const now = performance.now();
    if (completed > 0 || begun > 0) this.#until = now + this.#millis;
    if (now < this.#until) return true;
    this.#owed = 0;
    return false;
  }
}
