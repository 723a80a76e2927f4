import { clearInterval, setImmediate, setInterval } from '../shared/clock.js';

/** In how many turns of a timer silence is measured. */
const TICKS = 16;

/**
 * Notices when the other side of a connection is silent for too long while it is waited for. It counts turns of a timer, and
 * not the clock: while the whole process stands still, no reply is late.
 */
export class SilenceWatch {
  readonly #millis: number;
  readonly #isWaiting: () => boolean;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;
  #silentTicks = 0;

  /** @param millis 0: silence is never too long. @param isWaiting whether something is expected of the other side now */
  constructor(millis: number, isWaiting: () => boolean, onSilence: () => void) {
    this.#millis = millis;
    this.#isWaiting = isWaiting;
    this.#onSilence = onSilence;
  }

  start(): void {
    // Behind the sockets' turn: what has arrived while the loop was busy is in time.
    const onTick = (): void => void setImmediate(() => this.#onTick());
    if (this.#millis > 0) this.#timer = setInterval(onTick, this.#millis / TICKS);
  }

  /** Something came, or nothing was expected until now: the silence begins anew. */
  restart(): void {
    this.#silentTicks = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #onTick(): void {
    if (this.#timer !== undefined && this.#isWaiting() && ++this.#silentTicks > TICKS) this.#onSilence();
  }
}
