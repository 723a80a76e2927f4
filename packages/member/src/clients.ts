import type { ClientIdentity, Connection } from './connection.js';

/** The clients connected now. One may have several connections, which share what its UUID owns. */
export class Clients {
  readonly #connections: Map<string, number> = new Map();
  readonly #onGone: (client: string) => void;

  /** @param onGone told the UUID of a client whose last connection has closed. */
  constructor(onGone: (client: string) => void) {
    this.#onGone = onGone;
  }

  get size(): number {
    return this.#connections.size;
  }

  add(connection: Connection, client: ClientIdentity): void {
    if (connection.client !== undefined) return;
    connection.client = client;
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
    this.#onGone(uuid);
  }
}
