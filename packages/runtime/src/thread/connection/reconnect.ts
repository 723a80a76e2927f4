import { Backoff } from '../../shared/backoff.js';
import { clearTimeout, setTimeout } from '../../shared/clock.js';

/** A pause is longer or shorter by up to this part of it. */
const JITTER = 0.25;

/** Decides when to connect again: pauses double from one attempt to the next, until a reply has come. */
export class Reconnect {
  readonly #backoff: Backoff;
  readonly #connect: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param minMillis the first pause. @param maxMillis the longest. Each is longer or shorter at random, by up to a quarter. */
  constructor(minMillis: number, maxMillis: number, connect: () => void) {
    this.#backoff = new Backoff({
      initialBackoffMillis: minMillis,
      maxBackoffMillis: maxMillis,
      jitter: JITTER,
    });
    this.#connect = connect;
  }

  /** Runs `connect` after a pause. To be called when the connection is lost or an attempt has failed. */
  later(): void {
    this.#timer = setTimeout(this.#connect, this.#backoff.next());
  }

  /**
   * Makes the next pause the shortest again. To be called when a reply has come, not for a connection alone: a server that accepts
   * connections only to close them would be asked without longer pauses.
   */
  succeeded(): void {
    this.#backoff.reset();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
