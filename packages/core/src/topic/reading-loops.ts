import { Pauses } from './pauses.js';

/** What reads for one listener. */
export interface Reading {
  /** The cluster is another than before: what was read from is gone. */
  onOtherCluster(): void;
  /** The client is shut down. */
  end(): void;
}

/** Everything of one client that reads for listeners, so that it hears of what happens to the connection. */
export class ReadingLoops {
  readonly pauses: Pauses = new Pauses();
  readonly #all = new Set<Reading>();

  /** Listeners that are read for. */
  get size(): number {
    return this.#all.size;
  }

  add(reading: Reading): void {
    this.#all.add(reading);
  }

  delete(reading: Reading): void {
    this.#all.delete(reading);
  }

  /** The client is connected, again or for the first time. */
  onConnected(isOtherCluster: boolean): void {
    if (isOtherCluster) for (const reading of this.#all) reading.onOtherCluster();
    this.pauses.endAll();
  }

  /** The client is shut down. */
  end(): void {
    for (const reading of this.#all) reading.end();
    this.pauses.endAll();
  }
}
