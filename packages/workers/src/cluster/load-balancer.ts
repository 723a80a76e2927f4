import type { LoadBalancing } from '@offloop/contract';

/** A connection to choose from; a closed one is passed over. */
export interface Choice {
  readonly isClosed: boolean;
}

/** Spreads the calls that any member can handle over the connections. */
export class LoadBalancer<C extends Choice> {
  readonly #mode: LoadBalancing;
  // Clients that start together would otherwise all begin with the same member.
  #turn: number = Math.floor(Math.random() * 0x10000);

  constructor(mode: LoadBalancing) {
    this.#mode = mode;
  }

  /** Chooses an open connection; undefined when there is none. */
  choose(connections: readonly C[]): C | undefined {
    const count = connections.length;
    if (count === 0) return undefined;
    const start = this.#mode === 'RANDOM' ? Math.floor(Math.random() * count) : this.#turn++ % count;
    for (let i = 0; i < count; i++) {
      const connection = connections[(start + i) % count];
      if (!connection.isClosed) return connection;
    }
    return undefined;
  }
}
