import { monotonicNow } from '../shared/clock.js';

/**
 * Decides what a thread does when it finds no work: poll for a while (linger), or sleep (park) at once. A sleeping thread on an
 * idle CPU takes 10 to 40 µs to wake.
 */
export interface WaitStrategy {
  /**
   * Called after each duty cycle.
   *
   * @param completed calls completed in it. @param begun calls begun in it. @param inFlight calls that wait for a response.
   * @returns true to look again instead of parking.
   */
  keepPolling(completed: number, begun: number, inFlight: number): boolean;
}

/** Never polls: for an agent that shares its thread with the application, or has fewer than two CPUs. */
export const parkAtOnce: WaitStrategy = { keepPolling: () => false };

/** Up to this many calls in flight or expected from the caller, each wake-up serves few of them and is worth avoiding. */
const FEW_CALLS = 16;

/** Milliseconds within which the next thing is near: a wait that ends in this time is shorter by polling. */
const NEAR_MILLIS = 0.2;

/**
 * Polls for a limited time, as long as polling has paid of late. It learns two things: whether the caller's next call follows a
 * completion closely, and whether a response follows a call closely.
 *
 * ```
 *              6 of the last 8 were near
 *    parks  ──────────────────────────────▶  polls
 *           ◀──────────────────────────────
 *              fewer than 3 were, or many calls are in flight
 * ```
 *
 * Calls that come by the clock, a thousand a second, follow nothing closely: for them a polling thread takes CPU, and on two
 * CPUs it takes that of the thread that works on the call. Calls that are made as soon as the one before has its result do. With many
 * calls in flight one wake-up serves many, and the CPU is better left to the threads that work on them.
 */
export class Linger implements WaitStrategy {
  readonly #millis: number;
  readonly #calls = new RecentPast();
  readonly #responses = new RecentPast();
  /** `monotonicNow()` of the last completions that no call has followed, and calls that no completion has; 0: none. */
  #completedAt = 0;
  #begunAt = 0;
  #until = 0;
  /** Results given that were not followed by a call yet. */
  #owed = 0;

  /** @param micros the longest time to poll without anything happening. */
  constructor(micros: number) {
    this.#millis = micros / 1000;
  }

  keepPolling(completed: number, begun: number, inFlight: number): boolean {
    this.#owed = Math.max(0, this.#owed + completed - begun);
    const underWay = this.#owed + inFlight;
    if (underWay === 0 || underWay > FEW_CALLS) {
      // How long things take among many says nothing of how long they take among few.
      if (underWay > FEW_CALLS) this.#completedAt = this.#begunAt = 0;
      this.#owed = 0;
      return false;
    }
    const happened = completed > 0 || begun > 0;
    if (!happened && this.#until === 0) return false;
    const now = monotonicNow();
    if (happened) {
      this.#learn(completed, begun, now);
      this.#until = this.#pays(inFlight) ? now + this.#millis : 0;
    }
    if (now < this.#until) return true;
    if (this.#until > 0) this.#polledInVain(inFlight);
    this.#owed = 0;
    return false;
  }

  #learn(completed: number, begun: number, now: number): void {
    if (begun > 0 && this.#completedAt > 0) {
      this.#calls.record(now - this.#completedAt <= NEAR_MILLIS);
      this.#completedAt = 0;
    }
    if (completed > 0) {
      if (this.#begunAt > 0) this.#responses.record(now - this.#begunAt <= NEAR_MILLIS);
      this.#begunAt = 0;
      this.#completedAt = now;
    }
    if (begun > 0) this.#begunAt = now;
  }

  #pays(inFlight: number): boolean {
    return this.#calls.isNear && (inFlight === 0 || this.#responses.isNear);
  }

  #polledInVain(inFlight: number): void {
    this.#until = 0;
    if (inFlight > 0) this.#responses.record(false);
    else {
      this.#calls.record(false);
      this.#completedAt = 0;
    }
  }
}

const LAST_EIGHT = 0xff;
const MANY_OF_EIGHT = 6;
const FEW_OF_EIGHT = 3;

/** Polling that ended within so many waits was a mistake. */
const SOON_WAITS = 8;
/** After the first mistake so many waits pass before the next attempt; after each further one, twice as many. */
const FIRST_PAUSE_WAITS = 16;
const LONGEST_PAUSE_WAITS = 1024;

/**
 * Remembers whether most of the last eight waits were short. Between few and many it stays as it was, so that mixed loads do not flap.
 * Waits that look short to a sleeping thread and are not when it polls would flap as well: such mistakes get rare.
 */
class RecentPast {
  isNear = false;
  #near = 0;
  /** Waits since {@link isNear} changed, and how many there have to be before it may become true. */
  #waits = 0;
  #pause = 0;

  record(near: boolean): void {
    this.#waits++;
    this.#near = ((this.#near << 1) | (near ? 1 : 0)) & LAST_EIGHT;
    let count = 0;
    for (let bits = this.#near; bits > 0; bits >>= 1) count += bits & 1;
    if (!this.isNear && count >= MANY_OF_EIGHT && this.#waits > this.#pause) this.#change(true);
    else if (this.isNear && count < FEW_OF_EIGHT) {
      this.#pause =
        this.#waits > SOON_WAITS
          ? 0
          : Math.min(Math.max(FIRST_PAUSE_WAITS, 2 * this.#pause), LONGEST_PAUSE_WAITS);
      this.#change(false);
    }
  }

  #change(isNear: boolean): void {
    this.isNear = isNear;
    this.#waits = 0;
  }
}
