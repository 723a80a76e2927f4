import type { ClientConnection, ClientIdentity } from '../../calls/client-connection.js';

/** The clients connected now. One may have several connections, which share what its UUID owns. */
export class Clients {
  readonly #connections: Map<string, number> = new Map();
  /** Timers of clients whose last connection has closed, and that may come back. */
  readonly #leaving: Map<string, NodeJS.Timeout> = new Map();
  readonly #removeDelay: number;
  readonly #onGone: (client: string) => void;

  /**
   * @param removeDelay milliseconds that a client has, after its last connection, to come back to what it owns
   * @param onGone told the UUID of a client that has not
   */
  constructor(removeDelay: number, onGone: (client: string) => void) {
    this.#removeDelay = removeDelay;
    this.#onGone = onGone;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Waits for nobody any more, for the member's end. */
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
