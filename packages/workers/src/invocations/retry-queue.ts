import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';

/** A call that waits between two attempts. */
export interface QueuedCall {
  readonly slot: number;
  readonly generation: number;
  /** A number that grows from call to call. */
  readonly order: number;
  /** The reason for which it waits; part of its error if its deadline passes meanwhile. */
  readonly reason: string;
  /** The time of `monotonicNow()` from which the next attempt may be made. */
  readonly notBefore: number;
}

/**
 * Calls that wait for their next attempt. They are handed over in the order in which they were made, although they come in another:
 * those of a lost connection by their slots, and after new calls that found it closed before its loss was announced. A call that is
 * given up meanwhile stays here until it is due.
 */
export class RetryQueue {
  readonly #pauseMillis: number;
  readonly #wake: () => void;
  #calls: QueuedCall[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param pauseMillis milliseconds between two polls for calls that are due.
   * @param wake asks for a `poll`.
   */
  constructor(pauseMillis: number, wake: () => void) {
    this.#pauseMillis = pauseMillis;
    this.#wake = wake;
  }

  get size(): number {
    return this.#calls.length;
  }

  get first(): QueuedCall | undefined {
    return this.#calls[0];
  }

  /** Adds a call. @param pauseMillis milliseconds until its next attempt may be made; 0: at the next poll, which is asked for. */
  add(call: Omit<QueuedCall, 'notBefore'>, pauseMillis: number): void {
    const notBefore = pauseMillis === 0 ? 0 : monotonicNow() + pauseMillis;
    this.#calls.push({ ...call, notBefore });
    if (pauseMillis === 0) this.#wake();
    else this.#startTimer();
  }

  /** Hands over the calls whose pause is over. */
  poll(onDue: (call: QueuedCall) => void): void {
    const now = monotonicNow();
    const calls = this.#calls.sort((a, b) => a.order - b.order);
    this.#calls = [];
    for (const call of calls) {
      if (call.notBefore > now) this.#calls.push(call);
      else onDue(call);
    }
    this.#startTimer();
  }

  /** Makes all calls due, and asks for a `poll`. */
  endPauses(): void {
    this.#calls = this.#calls.map((call) => ({ ...call, notBefore: 0 }));
    this.#wake();
  }

  /** Drops all calls. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#calls = [];
  }

  #startTimer(): void {
    if (this.#timer !== undefined || this.#calls.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#wake();
    }, this.#pauseMillis);
  }
}
