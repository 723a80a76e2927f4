import { monotonicNow } from '../../shared/clock.js';
import { LoopLoad } from '../place/loop-load.js';
import { Place, PlaceChooser } from '../place/place-chooser.js';

/** Milliseconds between two looks, at least. */
const LOOK_EVERY = 2;
/** Milliseconds without a look after which the load is measured anew. */
const LONG_AGO = 100;
/** Milliseconds for which the thread must have paid: a link never comes back, so a burst, or a start, must not move it. */
const SURE_AFTER = 500;

/** Decides when links on the loop move into the thread: by the rules of `PlaceChooser`, but never back. */
export class MoveChooser {
  readonly #chooser = new PlaceChooser(SURE_AFTER);
  readonly #load = new LoopLoad();
  readonly #inFlight: () => number;
  #lookedAt = -Infinity;
  #messages = 0;
  #bytes = 0;
  #hasChosen = false;

  /** @param inFlight what is under way on all links of the loop */
  constructor(inFlight: () => number) {
    this.#inFlight = inFlight;
  }

  /** True once the thread has paid. */
  get hasChosen(): boolean {
    return this.#hasChosen;
  }

  /** The thread pays, whatever the load: memory is full, or the kernel does not take what is sent. */
  choose(): void {
    this.#hasChosen = true;
  }

  /** Counts a message that has come. */
  count(bytes: number): void {
    this.#messages++;
    this.#bytes += bytes;
  }

  /** Looks again, unless it has just looked. */
  look(): void {
    const now = monotonicNow();
    const millis = now - this.#lookedAt;
    if (this.#hasChosen || millis < LOOK_EVERY) return;
    this.#lookedAt = now;
    if (millis > LONG_AGO) this.#load.rest();
    const messages = Math.max(1, this.#messages);
    const place = this.#chooser.look({
      now,
      load: this.#load.look(millis),
      inFlight: this.#inFlight(),
      rate: messages / millis,
      answerBytes: this.#bytes / messages,
    });
    this.#messages = this.#bytes = 0;
    this.#hasChosen = place === Place.THREAD;
  }
}
