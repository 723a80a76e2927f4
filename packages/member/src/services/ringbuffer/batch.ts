import { arrayIndexOutOfBounds } from '../../calls/errors.js';
import type { RingStore } from './ring-store.js';

export type ItemFilter = (item: Buffer) => boolean;

/**
 * The items that one `readMany` has read so far. While it waits for more, it keeps its place, even if items there are
 * overwritten.
 */
export class Batch {
  readonly items: Buffer[] = [];
  readonly sequences: bigint[] = [];
  /** Number of items read, including those left out by the filter. */
  readCount = 0;
  /** Sequence of the next item to read. */
  next: number;
  readonly #least: number;
  readonly #most: number;
  readonly #filter: ItemFilter | undefined;

  constructor(start: number, least: number, most: number, filter: ItemFilter | undefined) {
    this.next = start;
    this.#least = least;
    this.#most = most;
    this.#filter = filter;
  }

  /** Reads the available items, up to the greatest number of the call. Returns true if they are enough. */
  read(ring: RingStore): boolean {
    this.next = ring.clamp(this.next);
    // Members fail so: they store the item in an array of length 0.
    if (this.#most === 0 && this.next <= ring.tail) throw arrayIndexOutOfBounds();
    while (this.next <= ring.tail && this.items.length < this.#most) {
      const item = ring.at(this.next);
      if (this.#filter?.(item) ?? true) {
        this.items.push(item);
        this.sequences.push(BigInt(this.next));
      }
      this.readCount += 1;
      this.next += 1;
    }
    return this.items.length >= this.#least;
  }
}
