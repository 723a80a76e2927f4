import type { RingConsumer } from '@offloop/wire/ring';

/** Milliseconds between two looks. */
const INTERVAL_MILLIS = 500;

/**
 * Looks now and then whether records lie in a ring that nobody drains. Lost wake-ups are excluded by the doorbell's
 * protocol; should one happen all the same, a call must not hang for ever, and somebody must hear of it: `rescue` drains
 * and counts, and every test asserts that the count is 0.
 */
export class RingWatchdog {
  readonly #consumer: RingConsumer;
  readonly #rescue: () => void;
  readonly #timer: NodeJS.Timeout;

  /** @param onLook runs at each look, for whoever wants a slow pulse. */
  constructor(consumer: RingConsumer, rescue: () => void, onLook: () => void = () => undefined) {
    this.#consumer = consumer;
    this.#rescue = rescue;
    this.#timer = setInterval(() => {
      onLook();
      this.#look();
    }, INTERVAL_MILLIS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#consumer.isEmpty()) return;
    const before = this.#consumer.position;
    // A bell may be on its way, a slice may be due: only what a full turn of the loop left untouched was forgotten.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#consumer.position === before && !this.#consumer.isEmpty()) this.#rescue();
      }),
    );
  }
}
