/** A call between two attempts. */
export interface WaitingCall {
  readonly slot: number;
  readonly generation: number;
  /** Why it waits, should its deadline pass meanwhile. */
  readonly reason: string;
  /** `performance.now()` from which the next attempt may go. */
  readonly notBefore: number;
}

/** Calls that wait for their next attempt, in the order in which they came. Who gives up on one leaves it here until it is due. */
export class WaitingCalls {
  readonly #pauseMillis: number;
  readonly #wake: () => void;
  #calls: WaitingCall[] = [];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param pauseMillis between two looks for calls that are due.
   * @param wake asks for such a `look`.
   */
  constructor(pauseMillis: number, wake: () => void) {
    this.#pauseMillis = pauseMillis;
    this.#wake = wake;
  }

  get size(): number {
    return this.#calls.length;
  }

  /** @param pauseMillis until the next attempt may go; 0: with the next look, which is asked for. */
  add(slot: number, generation: number, pauseMillis: number, reason: string): void {
    const notBefore = pauseMillis === 0 ? 0 : performance.now() + pauseMillis;
    this.#calls.push({ slot, generation, reason, notBefore });
    if (pauseMillis === 0) this.#wake();
    else this.#armTimer();
  }

  /** Hands over those whose pause is over. One that `onDue` adds again keeps its place: younger calls must not overtake it. */
  look(onDue: (call: WaitingCall) => void): void {
    const now = performance.now();
    const calls = this.#calls;
    this.#calls = [];
    for (const call of calls) {
      if (call.notBefore > now) this.#calls.push(call);
      else onDue(call);
    }
    this.#armTimer();
  }

  /** Nobody has to wait for a pause to pass. */
  hurry(): void {
    this.#calls = this.#calls.map((call) => ({ ...call, notBefore: 0 }));
    this.#wake();
  }

  /** Lets go of all of them. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#calls = [];
  }

  #armTimer(): void {
    if (this.#timer !== undefined || this.#calls.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#wake();
    }, this.#pauseMillis);
  }
}
