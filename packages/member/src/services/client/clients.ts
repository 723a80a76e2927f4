import type { ClientConnection, ClientIdentity } from '../../calls/client-connection.js';

/** The connected clients. A client may have several connections; they share what belongs to its UUID. */
export class Clients {
  readonly #connections: Map<string, number> = new Map();
  /** Timers, by client, of those whose last connection has closed and that may still reconnect. */
  readonly #leaving: Map<string, NodeJS.Timeout> = new Map();
  readonly #removeDelay: number;
  readonly #onGone: (client: string) => void;

  /**
   * @param removeDelay time in ms that a client has to reconnect after its last connection has closed
   * @param onGone called with the UUID of a client that has not reconnected in this time
   */
  constructor(removeDelay: number, onGone: (client: string) => void) {
    this.#removeDelay = removeDelay;
    this.#onGone = onGone;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Stops all timers, when the member stops. */
  close(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
  }

  add(connection: ClientConnection, client: ClientIdentity): void {
    if (connection.client !== undefined) return;
    connection.client = client;
    clearTimeout(this.#leaving.get(client.uuid));
    this.#leaving.delete(client.uuid);
    this.#connections.set(client.uuid, (this.#connections.get(client.uuid) ?? 0) + 1);
    connection.onClosed(() => this.#remove(client.uuid));
  }

  #remove(uuid: string): void {
    const left = (this.#connections.get(uuid) ?? 0) - 1;
    if (left > 0) {
      this.#connections.set(uuid, left);
      return;
    }
    this.#connections.delete(uuid);
    if (this.#removeDelay === 0) this.#onGone(uuid);
    else this.#leaving.set(uuid, setTimeout(() => this.#giveUp(uuid), this.#removeDelay).unref());
  }

  #giveUp(uuid: string): void {
    this.#leaving.delete(uuid);
    this.#onGone(uuid);
  }
}
