import { monotonicNow } from '@offloop/runtime/clock';

/** A message that the application has got, and has not acknowledged. */
export interface Delivery {
  /** Tag of the consumer that has got it; undefined: it was fetched by `get`. */
  readonly consumerTag: string | undefined;
  /** When, by `monotonicNow`. */
  readonly at: number;
}

/** The deliveries of a channel that are not acknowledged, by their tags. */
export class Unacknowledged {
  readonly #deliveries = new Map<number, Delivery>();
  /** No delivery before this one is there. */
  #first = 0;
  #newest = 0;

  get count(): number {
    return this.#deliveries.size;
  }

  get oldest(): Delivery | undefined {
    return this.#deliveries.get(this.#oldestTag());
  }

  add(deliveryTag: number, consumerTag?: string): void {
    if (this.#deliveries.size === 0) this.#first = deliveryTag;
    this.#newest = deliveryTag;
    this.#deliveries.set(deliveryTag, { consumerTag, at: monotonicNow() });
  }

  /**
   * One was acknowledged, or rejected; with `multiple`, all up to it, and for tag 0 all there are.
   *
   * @returns true if it was one, and the oldest
   */
  settle(deliveryTag: number, multiple: boolean): boolean {
    if (!multiple) {
      const isOldest = deliveryTag === this.#oldestTag();
      return this.#deliveries.delete(deliveryTag) && isOldest;
    }
    if (deliveryTag === 0) this.clear();
    for (let tag = this.#oldestTag(); tag <= Math.min(deliveryTag, this.#newest); tag++)
      this.#deliveries.delete(tag);
    return false;
  }

  /** All have gone back to their queues. */
  clear(): void {
    this.#deliveries.clear();
  }

  /** Moves on from delivery to delivery: to look for the first of a map passes all that were deleted, again and again. */
  #oldestTag(): number {
    while (this.#first <= this.#newest && !this.#deliveries.has(this.#first)) this.#first++;
    return this.#first;
  }
}
