import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';
import { arrival, dueAt, type Pace } from './pace.js';

/** What is done for the `turn`th call: it asks, and gives what checks the answer and works on it. */
export type PacedCall = (turn: number) => Promise<() => void>;

/** Milliseconds of a timer's step. */
const STEP_MILLIS = 1;

/** Beyond it a load that cannot be kept up with waits outside of the client; its calls are late all the same. */
export const MOST_IN_FLIGHT = 50_000;

/**
 * Makes calls when they are due and does not wait for answers: a client that stalls is charged with every call of the stall,
 * not only with the few that whoever waits for answers would have made.
 */
export class OpenLoop {
  readonly #pace: Pace;
  readonly #call: PacedCall;
  readonly #startedAt: number = performance.now();
  readonly #ended: Promise<void>;
  #end!: (error?: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #armedAt = 0;
  #askedFor = 0;
  #sent = 0;
  #inFlight = 0;
  #isStopped = false;
  #answered = 0;
  /** From when a call was due to its answer on the caller's thread, in µs. */
  readonly latencies: RecordableHistogram = createHistogram();

  constructor(pace: Pace, call: PacedCall) {
    this.#pace = pace;
    this.#call = call;
    this.#ended = new Promise((resolve, reject) => {
      this.#end = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.#arm();
  }

  /** Answered and checked. */
  get answered(): number {
    return this.#answered;
  }

  /** Calls that were due until now, whether they were made or not. */
  get due(): number {
    const { perSecond, together } = this.#pace;
    const millis = performance.now() - this.#startedAt;
    return (Math.floor((millis * perSecond) / 1000 / together) + 1) * together;
  }

  /** Settles when the last call of a stopped load is answered, or rejects with what went wrong first. */
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
    return this.#startedAt + arrival(this.#pace, this.#sent);
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
      const use = await this.#call(turn);
      this.latencies.record(Math.max(1, Math.round((performance.now() - due) * 1000)));
      use();
      this.#answered++;
    } catch (error) {
      this.#end(error);
      this.stop();
    }
    this.#inFlight--;
    if (this.#isStopped && this.#inFlight === 0) this.#end();
  }
}
