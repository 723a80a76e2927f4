import type { QueuedRequest } from './queued-request.js';

/** Where a request goes once nothing holds it any more. */
export interface HoldingShard {
  release(request: QueuedRequest): void;
}

interface Held {
  readonly shard: HoldingShard;
  readonly request: QueuedRequest;
}

/**
 * Requests that wait until a call that was made before them is sent, which takes it several turns of the loop. They are calls like
 * all others (they have slots, count against the limits, can be given up), but the queue of their shard does not have them yet.
 *
 * A hold may begin while another is open: what it is held for waits in that one then, and so does, afterwards, what it held.
 */
export class Hold {
  #before: Hold | undefined;
  readonly #held: Held[] = [];
  #isReleased = false;

  /** @param before one that may be open still. */
  constructor(before: Hold | undefined) {
    this.#before = before;
  }

  /** Where a request is to wait that would have waited in this one; undefined when it need not. */
  get open(): Hold | undefined {
    return this.#isReleased ? this.#before?.open : this;
  }

  add(shard: HoldingShard, request: QueuedRequest): void {
    this.#held.push({ shard, request });
  }

  /** What it was held for is sent. The requests go on in their order. */
  release(): void {
    this.#isReleased = true;
    // Shortened, so that a row of calls that overlap does not become a chain of holds.
    this.#before = this.#before?.open;
    for (const { shard, request } of this.#held.splice(0)) {
      if (this.#before === undefined) shard.release(request);
      else this.#before.add(shard, request);
    }
  }
}
