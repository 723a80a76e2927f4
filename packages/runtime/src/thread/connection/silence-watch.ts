import { clearInterval, setImmediate, setInterval } from '../../shared/clock.js';

/** Ticks of the timer that make one silence. */
const TICKS = 16;

/**
 * Notices when the other side of a connection is silent for too long while a reply is expected. It counts ticks of a timer and does
 * not read the clock, so that no reply is late while the whole process stands still.
 */
export class SilenceWatch {
  readonly #millis: number;
  readonly #isWaiting: () => boolean;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;
  #silentTicks = 0;

  /** @param millis the longest silence; 0: no limit. @param isWaiting returns true while a reply is expected */
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

  /** Begins to count anew. To be called when something came, and when a reply begins to be expected. */
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
