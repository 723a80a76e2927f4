/**
 * What the agent does when a duty cycle found nothing: look on for a while (linger), or sleep (park) at once.
 *
 * Answers of members wake a parked agent at no extra price: the kernel does it, as for any client. What costs is being
 * woken by the caller for the next request, some 10 to 40 µs on each side; so that is all a linger is for.
 */
export interface WaitStrategy {
  /**
   * Called after each duty cycle.
   *
   * @param completed calls completed in it. @param begun calls begun in it.
   * @returns whether to look again instead of parking.
   */
  keepLooking(completed: number, begun: number): boolean;
}

/** Never lingers: for an agent that shares its thread with the application, or has less than two CPUs to share. */
export const parkAtOnce: WaitStrategy = { keepLooking: () => false };

/**
 * Lingers while the caller may be about to ask again: it was just given answers, and has not made as many new calls. Ends
 * at once when it has (all calls are at the members, and the CPU is better left to them), or after the bound.
 */
export class Linger implements WaitStrategy {
  readonly #millis: number;
  #until = 0;
  #owed = 0;

  /** @param micros the bound, from the last completion. */
  constructor(micros: number) {
    this.#millis = micros / 1000;
  }

  keepLooking(completed: number, begun: number): boolean {
    if (completed > 0) {
      this.#owed += completed;
      this.#until = performance.now() + this.#millis;
    }
    this.#owed -= Math.min(begun, this.#owed);
    if (this.#owed === 0) return false;
    if (performance.now() < this.#until) return true;
    this.#owed = 0;
    return false;
  }
}
