import { monotonicNow } from '@offloop/runtime/clock';
import { addressText } from '@offloop/contract';
import { TimeoutAfterReads } from './after-reads.js';
import type { Connection } from './connection.js';

/**
 * Closes a connection that is being made and takes too long. The socket's own timeout is over by then: a peer that accepts and never
 * responds must not block the client.
 *
 * The peer has the time once to authenticate the client, whatever it sends. After that, registering thousands of listeners may take
 * longer, but the peer must not be silent for that time.
 */
export class MakingLimit {
  readonly #connection: Pick<Connection, 'address' | 'lastRead' | 'isPaused' | 'close'>;
  readonly #millis: number;
  readonly #timeout = new TimeoutAfterReads();
  #isAuthenticated = false;

  /** @param millis 0 for no limit. */
  constructor(connection: Pick<Connection, 'address' | 'lastRead' | 'isPaused' | 'close'>, millis: number) {
    this.#connection = connection;
    this.#millis = millis;
    if (millis > 0) this.#start(millis);
  }

  /** From here on only a silence counts. */
  onAuthenticated(): void {
    this.#isAuthenticated = true;
  }

  /** The connection is made, or was given up. */
  end(): void {
    this.#timeout.end();
  }

  #start(millis: number): void {
    this.#timeout.begin(millis, () => this.#look());
  }

  #look(): void {
    const { address, lastRead, isPaused } = this.#connection;
    const silent = monotonicNow() - lastRead;
    if (!this.#isAuthenticated)
      this.#close(`${addressText(address)} did not authenticate us in ${this.#millis} ms`);
    else if (isPaused || silent < this.#millis) this.#start(isPaused ? this.#millis : this.#millis - silent);
    else this.#close(`${addressText(address)} did not answer for ${this.#millis} ms`);
  }

  #close(reason: string): void {
    this.#connection.close(new Error(reason));
  }
}
