import { wallNow } from '@offloop/runtime/clock';

/** Whether there is a connection to the cluster, since when, and what went wrong last: as the worker tells it. */
export class ConnectionState {
  #isConnected = false;
  #since: number = wallNow();
  #lastError: string | undefined;

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** When that began, in milliseconds since 1970: the first state with the client. */
  get since(): number {
    return this.#since;
  }

  /** Why a connection was lost, or could not be made; the latest, also when there is one again. */
  get lastError(): string | undefined {
    return this.#lastError;
  }

  /** Another cluster in the place of the one before does not interrupt the connection. */
  onConnected(): void {
    if (!this.#isConnected) this.#turn(true);
  }

  /** The last connection is gone. @returns whether there was one. */
  onLost(reason: string): boolean {
    const wasConnected = this.#isConnected;
    this.#lastError = reason;
    if (wasConnected) this.#turn(false);
    return wasConnected;
  }

  /** No connection could be made to an address. */
  onUnreachable(reason: string): void {
    this.#lastError = reason;
  }

  /** `not connected since …, last error: …`; undefined while there is a connection. */
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
