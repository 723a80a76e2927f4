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
  /** Where the consumer stood at the last look, when there was something to drain. */
  #suspected: number | undefined;

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

  /**
   * Forgotten is what lay there untouched at two looks, and through a full turn of the loop after the second. One look is
   * not enough: a producer that lost its CPU between publishing and ringing would be taken for one that forgot to ring. Nor
   * are two: between them this loop may have been blocked, with the bell waiting behind the timer.
   */
  #look(): void {
    const position = this.#consumer.isEmpty() ? undefined : this.#consumer.position;
    const suspected = this.#suspected;
    this.#suspected = position;
    if (position === undefined || position !== suspected) return;
    setImmediate(() =>
      setImmediate(() => {
        if (this.#consumer.position === position && !this.#consumer.isEmpty()) this.#rescue();
      }),
    );
  }
}
