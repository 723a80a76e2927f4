import { wallNow } from '@offloop/runtime/clock';

/** Tells whether there is a connection to the cluster, since when, and what went wrong last, by the workers' messages. */
export class ConnectionState {
  #isConnected = false;
  #since: number = wallNow();
  #lastError: string | undefined;

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /**
   * Time of the last change between connected and not connected, in milliseconds since 1970; at first, when the client was made.
   */
  get since(): number {
    return this.#since;
  }

  /** Reason why a connection was last lost, or could not be made. It stays when there is a connection again. */
  get lastError(): string | undefined {
    return this.#lastError;
  }

  /** Notes that the client is connected. A cluster that replaces another does not interrupt the connection. */
  onConnected(): void {
    if (!this.#isConnected) this.#turn(true);
  }

  /** Notes that the last connection was lost. @returns true if there was one. */
  onLost(reason: string): boolean {
    const wasConnected = this.#isConnected;
    this.#lastError = reason;
    if (wasConnected) this.#turn(false);
    return wasConnected;
  }

  /** Notes that no connection could be made to an address. */
  onUnreachable(reason: string): void {
    this.#lastError = reason;
  }

  /** Returns `not connected since …, last error: …`; undefined while there is a connection. */
  whyNot(): string | undefined {
    if (this.#isConnected) return undefined;
    const since = `not connected since ${new Date(this.#since).toISOString()}`;
    return this.#lastError === undefined ? since : `${since}, last error: ${this.#lastError}`;
  }

  #turn(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#since = wallNow();
  }
}
