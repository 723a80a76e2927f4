import { arrayIndexOutOfBounds } from '../../calls/errors.js';
import type { RingStore } from './ring-store.js';

export type ItemFilter = (item: Buffer) => boolean;

/** What one `readMany` has read so far: it goes on where it stood, also past items that are overwritten while it waits. */
export class Batch {
  readonly items: Buffer[] = [];
  readonly sequences: bigint[] = [];
  /** Items read, those left out by the filter among them. */
  readCount = 0;
  /** Where it reads on. */
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

  /** Reads what there is, up to the most. @returns whether that is enough. */
  read(ring: RingStore): boolean {
    this.next = ring.clamp(this.next);
    // As members have it, who find no place in an array without any.
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
