import type { QueuedRequest } from './queued-request.js';

/** The shard that a request goes to when it is released. */
export interface HoldingShard {
  release(request: QueuedRequest): void;
}

/**
 * Keeps requests back until a call that was made before them is sent, which takes that call several turns of the loop.
 *
 * ```
 *   made:    A (sliced)   b   B (sliced)   c          b waits in A's hold, c in B's
 *   hold A:  [b, B]                                   B begins while A is open: it waits there, too
 *   hold B:  [c]  ── B is sent first ──▶ A: [b, B, c] what B held goes to the hold before it
 *   A is sent ──▶ b, B, c go to the queue of their shard
 * ```
 *
 * Expected: requests of one caller reach their agent in the order of the calls, also behind one that is encoded in slices. What is
 * held is a call like all others: it has a slot, counts against the limits and can be given up, but the queue of its shard does not
 * have it yet. The price: an object for each call that is held; calls pay nothing while no hold is open.
 */
export class Hold {
  #before: Hold | undefined;
  /** The requests, in their order, and where each of them goes. */
  readonly #held = new Map<QueuedRequest, HoldingShard>();
  #isReleased = false;

  /** @param before the hold that was made before this one, and may still be open. */
  constructor(before: Hold | undefined) {
    this.#before = before;
  }

  /** The hold in which a request has to wait: this one, or an open one before it; undefined when it need not wait. */
  get open(): Hold | undefined {
    return this.#isReleased ? this.#before?.open : this;
  }

  add(shard: HoldingShard, request: QueuedRequest): void {
    this.#held.set(request, shard);
  }

  /** Forgets a request that waits here, or in a hold before this one: its call was given up. */
  remove(request: QueuedRequest): void {
    if (!this.#held.delete(request)) this.#before?.remove(request);
  }

  /** Releases the requests, in their order: the call that they waited for is sent. */
  release(): void {
    this.#isReleased = true;
    // Shortened, so that a row of calls that overlap does not become a chain of holds.
    this.#before = this.#before?.open;
    const held = [...this.#held];
    this.#held.clear();
    for (const [request, shard] of held) {
      if (this.#before === undefined) shard.release(request);
      else this.#before.add(shard, request);
    }
  }
}
