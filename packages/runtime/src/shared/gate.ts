import { Fifo } from './fifo.js';

/**
 * Limits how many requests of one kind are under way at the same time; the others wait in line.
 *
 * Expectation: thousands of requests are made at once, and each is sent again if its answer does not come in time. A server that is
 * busy with the first ones looks silent to the last ones, and the repeated requests make it slower still, until no answer is in time.
 * Mechanism: the time of a request starts when it leaves the line. Price: requests beyond the limit wait a round trip or more.
 */
export class Gate {
  readonly #line = new Fifo<() => void>();
  #free: number;

  /** @param most number of requests at the same time, 1 or more. */
  constructor(most: number) {
    this.#free = most;
  }

  /** Makes a request, immediately if fewer than the limit are under way. Settles as the request does. */
  async pass<R>(request: () => Promise<R>): Promise<R> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#line.push(resolve));
    try {
      return await request();
    } finally {
      const next = this.#line.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
