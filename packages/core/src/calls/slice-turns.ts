import { Fifo, SLICE_MILLIS } from '@offloop/runtime';
import { monotonicNow, nextTick, setImmediate } from '@offloop/runtime/clock';

const DONE = Promise.resolve();

/**
 * The time of the caller's event loop for long work that is done in slices: building or reading lists, serializing keys, delivering
 * events that have waited. All such work of a thread shares it.
 *
 *     one turn:   timers ── sockets and messages ── the first in line ── the next ones, while some of the 2 ms are left
 *
 * Expectation: hundreds of callers read long lists at the same time. If each had a slice in every turn, one turn would take a second.
 * Mechanism: work that has used its slice waits in line. New work starts at once, but its first slice gets shorter as the line gets
 * longer: thousands that start at the same time take about 20 ms together. Price: on a loop that is busy with other things, the line
 * advances as slowly as that loop turns.
 */
class SliceTurns {
  readonly #line = new Fifo<() => void>();
  #isTurning = false;
  /** `monotonicNow()` at which the time of this turn is used up. */
  #until = 0;

  begin(): number {
    return monotonicNow() + SLICE_MILLIS / (1 + this.#line.length);
  }

  async next(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#line.push(resolve);
      if (!this.#isTurning) this.#turn();
    });
    return monotonicNow() + SLICE_MILLIS;
  }

  #turn(): void {
    this.#isTurning = true;
    setImmediate(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#until = monotonicNow() + SLICE_MILLIS;
    this.#resume();
  };

  #resume(): void {
    this.#line.shift()?.();
    void DONE.then(this.#atLast);
  }

  /** From a microtask, `nextTick` waits for all pending microtasks: the resumed work has stopped by then. */
  readonly #atLast = (): void => nextTick(this.#onStop);

  readonly #onStop = (): void => {
    this.#isTurning = false;
    if (this.#line.length === 0) return;
    if (monotonicNow() >= this.#until) {
      this.#turn();
      return;
    }
    this.#isTurning = true;
    this.#resume();
  };
}

const turns = new SliceTurns();

/** @returns the `monotonicNow()` at which work that starts now has to wait for its {@link nextSlice}. */
export function firstSlice(): number {
  return turns.begin();
}

/** Resolves in a later turn of the loop, when the caller is first in line: to the `monotonicNow()` at which it has to wait again. */
export function nextSlice(): Promise<number> {
  return turns.next();
}
