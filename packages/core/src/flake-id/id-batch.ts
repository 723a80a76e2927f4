import { wallNow } from '@offloop/runtime/clock';
import type Long from 'long';

/** Ids of a member: `count` of them, `increment` apart. */
export class IdBatch {
  readonly #increment: Long;
  readonly #expiry: number;
  #next: Long;
  #left: number;

  /** @param validityMillis from now on; 0: for ever. */
  constructor(base: Long, increment: Long, count: number, validityMillis: number) {
    this.#next = base;
    this.#increment = increment;
    this.#left = count;
    this.#expiry = validityMillis === 0 ? Infinity : wallNow() + validityMillis;
  }

  /** Ids that may still be given out at this time (`wallNow()`). */
  left(now: number): number {
    return now >= this.#expiry ? 0 : this.#left;
  }

  /** To be called only while there are some left. */
  take(): Long {
    const id = this.#next;
    this.#next = id.add(this.#increment);
    this.#left--;
    return id;
  }
}
