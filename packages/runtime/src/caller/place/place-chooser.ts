/** Where work is done. Where a caller has a shard in each place, these are the shards' numbers. */
export const Place = {
  /** On the caller's own loop. */
  LOOP: 0,
  /** In a worker thread. */
  THREAD: 1,
} as const;
export type Place = (typeof Place)[keyof typeof Place];

/** What a look at the caller sees. */
export interface Sight {
  /** Monotonic milliseconds. */
  readonly now: number;
  /** Share of its time that the loop was busy lately, 0 to 1. */
  readonly load: number;
  /** The most calls in flight since the look before. */
  readonly inFlight: number;
  /** Calls a millisecond since the look before. */
  readonly rate: number;
  /** Bytes of an average answer. */
  readonly answerBytes: number;
}

/** Calls in flight from which a thread may pay: below, each call pays for two wake-ups of its own. */
export const MANY = 24;
/** Calls in flight below which it does not pay any more. */
const FEW = 12;
/** Share of its time from which a loop is busy, and the same for long answers, which take the loop's time in larger pieces. */
const BUSY = 0.8;
const BUSY_WITH_LONG = 0.4;
/** Share of its time below which a loop is quiet, with what the calls would cost there. */
const QUIET = 0.55;
/** Bytes from which an answer is long. */
const LONG_ANSWER = 2048;
/** Milliseconds of the loop that a call takes on it and saves by the thread: for itself, and for each KiB of its answer. */
const LOOP_MILLIS = 0.0015;
const LOOP_MILLIS_A_KIB = 0.0005;
/** Milliseconds for which the signs must hold where a change can be taken back. */
const SURE_AFTER = 20;
/** Milliseconds for which the thread is kept at least; doubled each time it was left too soon, up to the longest. */
const SHORTEST_STAY = 500;
const LONGEST_STAY = 30_000;
/** Milliseconds after which leaving the thread was right: nothing called it back. */
const WAS_RIGHT_AFTER = 5000;

/**
 * Chooses the place where calls are carried out, from looks at the loop.
 *
 * ```
 *              busy loop and many calls in flight, for 20 ms
 *        ┌───────────────────────────────────────────────────────▶┐
 *      LOOP                                                     THREAD
 *        └◀───────────────────────────────────────────────────────┘
 *              few calls, or a loop that would be quiet with them, for 20 ms; not before the stay is over
 * ```
 *
 * A stay is half a second at first. When the thread is needed again within five seconds, leaving it was wrong, and the next stay is twice
 * as long: a load that comes and goes ends on the thread.
 */
export class PlaceChooser {
  #place: Place = Place.LOOP;
  /** When the place was taken; `-Infinity` before the first change. */
  #since = -Infinity;
  /** Since when the signs for the other place hold; undefined while they do not. */
  #signsSince: number | undefined;
  #stay = SHORTEST_STAY;
  readonly #sureAfter: number;

  /** @param sureAfter milliseconds for which the signs must hold before the place changes */
  constructor(sureAfter: number = SURE_AFTER) {
    this.#sureAfter = sureAfter;
  }

  get place(): Place {
    return this.#place;
  }

  /** Looks again. @returns the place from now on. */
  look(sight: Sight): Place {
    const { now } = sight;
    const isOnLoop = this.#place === Place.LOOP;
    const hasSigns = isOnLoop ? wantsThread(sight) : now - this.#since >= this.#stay && wantsLoop(sight);
    if (!hasSigns) {
      this.#signsSince = undefined;
      return this.#place;
    }
    this.#signsSince ??= now;
    if (now - this.#signsSince < this.#sureAfter) return this.#place;
    this.#signsSince = undefined;
    if (isOnLoop) {
      const wasRight = now - this.#since >= WAS_RIGHT_AFTER;
      this.#stay = wasRight ? SHORTEST_STAY : Math.min(2 * this.#stay, LONGEST_STAY);
    }
    this.#since = now;
    return (this.#place = isOnLoop ? Place.THREAD : Place.LOOP);
  }
}

function wantsThread({ load, inFlight, answerBytes }: Sight): boolean {
  return inFlight >= MANY && load > (answerBytes >= LONG_ANSWER ? BUSY_WITH_LONG : BUSY);
}

function wantsLoop({ load, inFlight, rate, answerBytes }: Sight): boolean {
  if (inFlight < FEW) return true;
  const quiet = answerBytes >= LONG_ANSWER ? BUSY_WITH_LONG / 2 : QUIET;
  return load + rate * (LOOP_MILLIS + (answerBytes / 1024) * LOOP_MILLIS_A_KIB) < quiet;
}
