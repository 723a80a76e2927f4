import { clearTimeout, setTimeout } from '../shared/clock.js';

/** Decides when to connect again: pauses double from one attempt to the next, until a reply has come. */
export class Reconnect {
  readonly #minMillis: number;
  readonly #maxMillis: number;
  readonly #connect: () => void;
  #attempts = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param minMillis of the first pause, @param maxMillis of the longest; each is shortened by up to a half at random. */
  constructor(minMillis: number, maxMillis: number, connect: () => void) {
    this.#minMillis = minMillis;
    this.#maxMillis = maxMillis;
    this.#connect = connect;
  }

  /** The connection is lost, or the attempt has failed: runs `connect` after a pause. */
  later(): void {
    const pause = Math.min(this.#maxMillis, this.#minMillis * 2 ** this.#attempts++);
    // Not all clients of a server at the same time.
    this.#timer = setTimeout(this.#connect, pause * (0.5 + Math.random() / 2));
  }

  /**
   * A reply has come: the next pause is the shortest again. Not to be called for a connection alone: a server that takes
   * connections only to close them would be asked again without a pause.
   */
  succeeded(): void {
    this.#attempts = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
