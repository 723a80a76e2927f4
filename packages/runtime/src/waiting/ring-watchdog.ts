import type { RingConsumer } from '../ring/ring-consumer.js';
import { clearInterval, setImmediate, setInterval } from '../shared/clock.js';

/** Milliseconds between two looks. */
const INTERVAL_MILLIS = 500;

/** Returns a number while work is left that no signal will announce, else undefined. It changes when the side that has it runs. */
export type LeftBehind = () => number | undefined;

/**
 * Checks twice a second that this side does not sleep while it has work: records in a ring, or what `leftBehind` reports. The
 * doorbell's protocol excludes lost wake-ups. Should one happen all the same, no call may hang for ever, and the loss must be seen:
 * `rescue` runs this side and counts, and every test asserts that the count is 0.
 */
export class RingWatchdog {
  readonly #timer: NodeJS.Timeout;

  /**
   * @param rescue runs when work was forgotten.
   * @param onLook runs at each check, twice a second.
   * @param leftBehind returns undefined while nothing is left, and while this side does not sleep.
   */
  constructor(
    consumer: RingConsumer,
    rescue: () => void,
    onLook: () => void = () => undefined,
    leftBehind: LeftBehind = () => undefined,
  ) {
    const suspicions = [
      new Suspicion(() => (consumer.isEmpty() ? undefined : consumer.position)),
      new Suspicion(leftBehind),
    ];
    this.#timer = setInterval(() => {
      onLook();
      for (const suspicion of suspicions) suspicion.look(rescue);
    }, INTERVAL_MILLIS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Something counts as forgotten when it lay there untouched at two looks, and through a full turn of the loop after the
 * second. One look is not enough: a producer that lost its CPU between publishing and signalling would be taken for one
 * that forgot to signal. Nor are two: between them this loop may have been blocked, with the signal waiting behind the
 * timer.
 */
class Suspicion {
  readonly #leftBehind: LeftBehind;
  /** The number that was found at the last look. */
  #suspected: number | undefined;

  constructor(leftBehind: LeftBehind) {
    this.#leftBehind = leftBehind;
  }

  look(onForgotten: () => void): void {
    const found = this.#leftBehind();
    const suspected = this.#suspected;
    this.#suspected = found;
    if (found === undefined || found !== suspected) return;
    setImmediate(() =>
      setImmediate(() => {
        if (this.#leftBehind() === found) onForgotten();
      }),
    );
  }
}
