import { SILENCE_MILLIS, addressText } from '@offloop/contract';
import { TimeoutAfterReads } from './after-reads.js';
import type { Connection } from './connection.js';

/** The ways to treat a call whose answer does not come. */
export const OnSilence = {
  /** The call rejects with a `SilentMemberError` after 5 s. */
  REJECT: 'reject',
  /**
   * The call is sent again after 5 s, and 10, 20 and 40 s after that; it rejects after 120 s. Only for calls that do no harm when a
   * member carries them out twice.
   */
  ASK_AGAIN: 'ask again',
  /** The call waits for the end of its connection: the attempt to connect has a timer of its own. */
  WAIT: 'wait',
} as const;
export type OnSilence = (typeof OnSilence)[keyof typeof OnSilence];

/** A member did not answer, although its connection lives. It may have carried out the call. */
export class SilentMemberError extends Error {
  constructor(connection: Connection, millis: number) {
    super(`${addressText(connection.address)} did not answer for ${Math.round(millis)} ms`);
  }
}

/** Watches one call for silence. While its connection is paused nothing is read, so silence proves nothing and the time begins anew. */
export class Silence {
  readonly #connection: Connection;
  readonly #onSilence: (millis: number) => void;
  readonly #timeout = new TimeoutAfterReads();

  constructor(connection: Connection, onSilence: (millis: number) => void) {
    this.#connection = connection;
    this.#onSilence = onSilence;
    this.begin(SILENCE_MILLIS);
  }

  begin(millis: number): void {
    const timer = this.#timeout.begin(millis, () => {
      if (this.#connection.isPaused) this.begin(millis);
      else this.#onSilence(millis);
    });
    timer.unref();
  }

  end(): void {
    this.#timeout.end();
  }
}
