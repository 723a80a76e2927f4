import { clearTimeout, setTimeout } from '../shared/clock.js';

/** When to connect again: pauses double from one failed attempt to the next. */
export class Reconnect {
  readonly #minMillis: number;
  readonly #maxMillis: number;
  readonly #connect: () => void;
  #failedAttempts = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(minMillis: number, maxMillis: number, connect: () => void) {
    this.#minMillis = minMillis;
    this.#maxMillis = maxMillis;
    this.#connect = connect;
  }

  /** The connection is lost, or the attempt failed: connects after a pause. */
  later(): void {
    const pause = Math.min(this.#maxMillis, this.#minMillis * 2 ** this.#failedAttempts++);
    // Not all clients of a server at the same time.
    this.#timer = setTimeout(this.#connect, pause * (0.5 + Math.random() / 2));
  }

  /** The other side answers: the next pause is the shortest again. */
  succeeded(): void {
    this.#failedAttempts = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
