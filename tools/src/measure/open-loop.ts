import { performance } from 'node:perf_hooks';

import type { Load } from './closed-loop.js';
import { createRandom } from '../random/random.js';

/** Milliseconds from the start of a load until its `call`th call is due, counted from 0. It never goes back. */
export type Arrivals = (call: number) => number;

/** Arrivals at a fixed rate. @param together calls that are due at once; default 1, which spreads them evenly */
export function evenArrivals(perSecond: number, together: number = 1): Arrivals {
  return (call) => (Math.floor(call / together) * together * 1000) / perSecond;
}

/** Gaps until they repeat. A prime, so that each request of a plan meets other ones; few, so that the rate holds in any second. */
const GAPS = 61;
const SEED = 1;

/**
 * Independently of one another, as those of many people, so that some come together and at times nobody comes. The gaps are
 * exponentially distributed, the same in every run, and on average the rate's.
 */
export function randomArrivals(perSecond: number): Arrivals {
  const random = createRandom(SEED);
  const sums = [0];
  for (let i = 0; i < GAPS; i++) sums.push(sums[i] - Math.log(1 - random.next()));
  const millis = (1_000 * GAPS) / perSecond / sums[GAPS];
  return (call) => (Math.floor(call / GAPS) * sums[GAPS] + sums[call % GAPS]) * millis;
}

/** What a timer was asked for, and when it ran, in ms of one clock. */
export interface Tick {
  readonly armedAt: number;
  readonly askedFor: number;
  readonly ranAt: number;
}

/**
 * The time from which a call's latency counts. Timers have steps of a millisecond, so what arrives within the step that was asked
 * for is due at its end, as if it had come then. All else is due when it arrives: where the loop stood still, each call of that
 * time is charged with its own share of it.
 */
export function dueAt(arrivedAt: number, { armedAt, askedFor, ranAt }: Tick): number {
  const stepped = arrivedAt <= armedAt ? arrivedAt : Math.max(arrivedAt, askedFor);
  // Timers count from when their turn of the loop began, so one may run a little before its time.
  return Math.min(stepped, ranAt);
}

/** Makes the `turn`th call, which was due at that time of `performance.now()`. */
export type PacedCall = (turn: number, due: number) => Promise<void>;

/** Milliseconds of a timer's step. */
const STEP_MILLIS = 1;

/** Beyond it a load that cannot be kept up with waits outside of the client; its calls are late all the same. */
export const MOST_IN_FLIGHT = 50_000;

/**
 * Makes calls when they are due, without waiting for answers. A client that stalls is charged with every call of the stall;
 * a closed loop would have made only a few.
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

  /** Calls that were due until now, whether they were made or not. */
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
