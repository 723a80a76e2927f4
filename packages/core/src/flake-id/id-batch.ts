import { wallNow } from '@offloop/runtime/clock';
import type Long from 'long';

/** Ids that a member has made: `count` of them, `increment` apart. */
export class IdBatch {
  readonly #increment: Long;
  readonly #expiry: number;
  #next: Long;
  #left: number;

  /** @param validityMillis milliseconds from now for which ids may be given out; 0: for ever. */
  constructor(base: Long, increment: Long, count: number, validityMillis: number) {
    this.#next = base;
    this.#increment = increment;
    this.#left = count;
    this.#expiry = validityMillis === 0 ? Infinity : wallNow() + validityMillis;
  }

  /** Returns the number of ids that may still be given out at a time (`wallNow()`). */
  left(now: number): number {
    return now >= this.#expiry ? 0 : this.#left;
  }

  /** Gives out an id. Call it only while there are some left. */
  take(): Long {
    const id = this.#next;
    this.#next = id.add(this.#increment);
    this.#left--;
    return id;
  }
}
