import { performance } from 'node:perf_hooks';

import type { Load } from './closed-loop.js';
import { createRandom } from '../random/random.js';

/**
 * A function that returns when a load's `call`th call is due, in ms since the load began. Calls are counted from 0, and each is due no
 * earlier than the one before.
 */
export type Arrivals = (call: number) => number;

/** Returns arrivals at a fixed rate, evenly spread. */
export function evenArrivals(perSecond: number): Arrivals {
  return (call) => (call * 1000) / perSecond;
}

/**
 * Number of gaps until they repeat. A prime, so that each request of a plan meets other ones; small, so that the rate holds in any second.
 */
const GAPS = 61;
const SEED = 1;

/**
 * Returns arrivals that are independent of one another, as those of many people: some come together, and at times nobody comes. The gaps
 * are exponentially distributed, the same in every run, and their mean is the rate's.
 */
export function randomArrivals(perSecond: number): Arrivals {
  const random = createRandom(SEED);
  const sums = [0];
  for (let i = 0; i < GAPS; i++) sums.push(sums[i] - Math.log(1 - random.next()));
  const millis = (1_000 * GAPS) / perSecond / sums[GAPS];
  return (call) => (Math.floor(call / GAPS) * sums[GAPS] + sums[call % GAPS]) * millis;
}

/** The run of a timer: the times at which it was armed, for which it was armed, and at which it ran, in ms of one clock. */
export interface Tick {
  readonly armedAt: number;
  readonly askedFor: number;
  readonly ranAt: number;
}

/**
 * Returns the time from which a call's latency counts. Timers have steps of a millisecond, so a call that arrives while the timer is armed
 * counts as if it had come at the time the timer was armed for. Any other call counts from its arrival: if the loop stood still, each call
 * of that time is charged with its own share of it.
 */
export function dueAt(arrivedAt: number, { armedAt, askedFor, ranAt }: Tick): number {
  const stepped = arrivedAt <= armedAt ? arrivedAt : Math.max(arrivedAt, askedFor);
  // Timers count from when their turn of the loop began, so one may run a little before its time.
  return Math.min(stepped, ranAt);
}

/** A function that makes the `turn`th call, which was due at that time of `performance.now()`. */
export type PacedCall = (turn: number, due: number) => Promise<void>;

/** Length of a timer's step, in ms. */
const STEP_MILLIS = 1;

/** Most calls in flight. Further ones wait outside of the client, and count as late all the same. */
export const MOST_IN_FLIGHT = 50_000;

/**
 * Makes calls when they are due, without waiting for answers. A client that stalls is charged with every call that was due in the stall; a
 * closed loop would have made only a few.
 */
export class OpenLoop implements Load {
  readonly #arrivals: Arrivals;
  readonly #call: PacedCall;
  readonly #startedAt: number = performance.now();
  readonly #ended: Promise<void>;
  #end!: (error?: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #armedAt = 0;
  #askedFor = 0;
  #sent = 0;
  #inFlight = 0;
  #answered = 0;
  #isStopped = false;

  constructor(arrivals: Arrivals, call: PacedCall) {
    this.#arrivals = arrivals;
    this.#call = call;
    this.#ended = new Promise((resolve, reject) => {
      this.#end = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.#arm();
  }

  get answered(): number {
    return this.#answered;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Number of calls that were due until now, whether they were made or not. */
  get due(): number {
    const millis = performance.now() - this.#startedAt;
    let due = this.#sent;
    while (this.#arrivals(due) <= millis) due++;
    return due;
  }

  get ended(): Promise<void> {
    return this.#ended;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    if (this.#inFlight === 0) this.#end();
  }

  #arm(): void {
    const now = performance.now();
    const millis = Math.max(STEP_MILLIS, Math.ceil(this.#next - now));
    this.#armedAt = now;
    this.#askedFor = now + millis;
    this.#timer = setTimeout(() => this.#onTimer(), millis);
  }

  get #next(): number {
    return this.#startedAt + this.#arrivals(this.#sent);
  }

  #onTimer(): void {
    const ranAt = performance.now();
    const tick = { armedAt: this.#armedAt, askedFor: this.#askedFor, ranAt };
    while (this.#inFlight < MOST_IN_FLIGHT) {
      const arrivedAt = this.#next;
      if (arrivedAt > ranAt) break;
      void this.#make(this.#sent++, dueAt(arrivedAt, tick));
    }
    if (!this.#isStopped) this.#arm();
  }

  async #make(turn: number, due: number): Promise<void> {
    this.#inFlight++;
    try {
      await this.#call(turn, due);
      this.#answered++;
    } catch (error) {
      this.#end(error);
      this.stop();
    }
    this.#inFlight--;
    if (this.#isStopped && this.#inFlight === 0) this.#end();
  }
}
