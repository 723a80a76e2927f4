import { Pauses } from './pauses.js';

/** The reading loop of one listener, in the client's view. */
export interface Reading {
  /** Starts anew, as the client is connected to another cluster than before: the ring buffer is gone. */
  onOtherCluster(): void;
  end(): void;
}

/** All reading loops of one client. They are told of changes of its connections. */
export class ReadingLoops {
  readonly pauses: Pauses = new Pauses();
  readonly #all = new Set<Reading>();

  /** Number of listeners with a loop. */
  get size(): number {
    return this.#all.size;
  }

  add(reading: Reading): void {
    this.#all.add(reading);
  }

  delete(reading: Reading): void {
    this.#all.delete(reading);
  }

  /** Ends the loops' pauses, as the client is connected, again or for the first time. */
  onConnected(isOtherCluster: boolean): void {
    if (isOtherCluster) for (const reading of this.#all) reading.onOtherCluster();
    this.pauses.endAll();
  }

  /** Ends all loops, when the client is shut down. */
  end(): void {
    for (const reading of this.#all) reading.end();
    this.pauses.endAll();
  }
}
