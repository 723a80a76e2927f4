import type { ControlBlock } from '../ring/control-block.js';
import { clearInterval, LONGEST_DELAY_MILLIS, monotonicNow, setInterval } from '../shared/clock.js';

/** Milliseconds between two looks, at least. */
const LEAST_INTERVAL_MILLIS = 100;

/**
 * Watches the caller's loop from the thread. A caller that hangs must not hold its locks for ever because this thread keeps
 * its connections alive.
 */
export class CallerWatch {
  readonly #control: ControlBlock;
  readonly #timeoutMillis: number;
  readonly #intervalMillis: number;
  readonly #onStall: () => void;
  readonly #timer: NodeJS.Timeout;
  #lastLiveness: number;
  #lastLook: number = monotonicNow();
  #stalledSince: number = monotonicNow();

  /** @param onStall runs when the caller gave no sign of life for `timeoutMillis`. */
  constructor(control: ControlBlock, timeoutMillis: number, onStall: () => void) {
    this.#control = control;
    this.#timeoutMillis = timeoutMillis;
    // `Infinity`: no stall is ever reported.
    this.#intervalMillis = Math.min(
      Math.max(LEAST_INTERVAL_MILLIS, timeoutMillis / 10),
      LONGEST_DELAY_MILLIS,
    );
    this.#onStall = onStall;
    this.#lastLiveness = control.liveness;
    this.#timer = setInterval(() => this.#look(), this.#intervalMillis);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { liveness } = this.#control;
    const now = monotonicNow();
    // Late by more than a look: this thread stood still itself, as it does when the whole process is stopped. That the
    // caller gave no sign of life meanwhile proves nothing.
    const stoodStill = now - this.#lastLook > 2 * this.#intervalMillis;
    this.#lastLook = now;
    if (liveness !== this.#lastLiveness || stoodStill) {
      this.#lastLiveness = liveness;
      this.#stalledSince = now;
    } else if (now - this.#stalledSince > this.#timeoutMillis) {
      this.#onStall();
    }
  }
}
