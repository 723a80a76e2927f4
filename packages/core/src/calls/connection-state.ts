import { wallNow } from '@offloop/runtime/clock';
import type { FromWorker } from '@offloop/workers';

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

  onControl(message: FromWorker): void {
    switch (message.type) {
      case 'connected':
        // Another cluster in the place of the one before is no interruption.
        if (!this.#isConnected) this.#turn(true);
        break;
      case 'disconnected':
        this.#lost(message.reason);
        break;
      case 'unreachable':
        this.#lastError = message.reason;
        break;
      case 'gave-up':
        this.#lost(message.error.message);
        break;
      default:
        break;
    }
  }

  /** The connections were the worker's. */
  onWorkerDeath(reason: string): void {
    this.#lost(reason);
  }

  /** `not connected since …, last error: …`; undefined while there is a connection. */
  whyNot(): string | undefined {
    if (this.#isConnected) return undefined;
    const since = `not connected since ${new Date(this.#since).toISOString()}`;
    return this.#lastError === undefined ? since : `${since}, last error: ${this.#lastError}`;
  }

  #lost(reason: string): void {
    this.#lastError = reason;
    if (this.#isConnected) this.#turn(false);
  }

  #turn(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#since = wallNow();
  }
}
