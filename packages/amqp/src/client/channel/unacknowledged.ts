import { monotonicNow } from '@offloop/runtime/clock';

/** A message that the application has got, and has not acknowledged. */
export interface Delivery {
  /** Tag of the consumer that has got it; undefined: it was fetched by `get`. */
  readonly consumerTag: string | undefined;
  /** When, by `monotonicNow`. */
  readonly at: number;
}

/** The deliveries of a channel that are not acknowledged, by their tags, in order. */
export class Unacknowledged {
  readonly #deliveries = new Map<number, Delivery>();

  get count(): number {
    return this.#deliveries.size;
  }

  get oldest(): Delivery | undefined {
    return this.#deliveries.values().next().value;
  }

  add(deliveryTag: number, consumerTag?: string): void {
    this.#deliveries.set(deliveryTag, { consumerTag, at: monotonicNow() });
  }

  /** One was acknowledged, or rejected; with `multiple`, all up to it, and for tag 0 all there are. */
  settle(deliveryTag: number, multiple: boolean): void {
    if (!multiple) this.#deliveries.delete(deliveryTag);
    else if (deliveryTag === 0) this.#deliveries.clear();
    else {
      for (const tag of this.#deliveries.keys()) {
        if (tag > deliveryTag) return;
        this.#deliveries.delete(tag);
      }
    }
  }

  /** All have gone back to their queues. */
  clear(): void {
    this.#deliveries.clear();
  }
}
