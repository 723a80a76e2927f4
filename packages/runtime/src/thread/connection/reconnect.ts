import { clearTimeout, setTimeout } from '../../shared/clock.js';

/** Decides when to connect again: pauses double from one attempt to the next, until a reply has come. */
export class Reconnect {
  readonly #minMillis: number;
  readonly #maxMillis: number;
  readonly #connect: () => void;
  #attempts = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param minMillis the first pause. @param maxMillis the longest. Each is shortened at random, by up to a half. */
  constructor(minMillis: number, maxMillis: number, connect: () => void) {
    this.#minMillis = minMillis;
    this.#maxMillis = maxMillis;
    this.#connect = connect;
  }

  /** Runs `connect` after a pause. To be called when the connection is lost or an attempt has failed. */
  later(): void {
    const pause = Math.min(this.#maxMillis, this.#minMillis * 2 ** this.#attempts++);
    // Not all clients of a server at the same time.
    this.#timer = setTimeout(this.#connect, pause * (0.5 + Math.random() / 2));
  }

  /**
   * Makes the next pause the shortest again. To be called when a reply has come, not for a connection alone: a server that accepts
   * connections only to close them would be asked without longer pauses.
   */
  succeeded(): void {
    this.#attempts = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
