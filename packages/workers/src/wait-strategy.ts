/**
 * What the agent does when a duty cycle found nothing: look on for a while (linger), or sleep (park) at once. An isolated
 * wake-up costs about 40 µs on each side, so a worker that expects the next request or answer soon does better to stay up.
 */
export interface WaitStrategy {
  /** Called after each duty cycle. @returns whether to look again instead of parking. */
  keepLooking(worked: boolean, inFlight: number): boolean;
}

/** Never lingers: for an agent that shares its thread with the application, or has less than two CPUs to share. */
export const parkAtOnce: WaitStrategy = { keepLooking: () => false };

/** Lingers up to `micros` after the last work. */
export class Linger implements WaitStrategy {
  readonly #millis: number;
  #lastWork = 0;

  constructor(micros: number) {
    this.#millis = micros / 1000;
  }

  keepLooking(worked: boolean, _inFlight: number): boolean {
    const now = performance.now();
    if (worked) {
      this.#lastWork = now;
      return true;
    }
    return now - this.#lastWork < this.#millis;
  }
}
