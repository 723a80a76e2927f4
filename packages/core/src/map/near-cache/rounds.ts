import type { NearCacheRecord } from './eviction-order.js';

/**
 * Goes round records that come and go, from the last to the first. All its methods take constant time.
 *
 * Not an iterator of their map: while one stands still, it holds all that the map has let go of since.
 */
export class Rounds {
  readonly #records: NearCacheRecord[] = [];
  /** The place of the record that was visited last. */
  #hand = 0;

  add(record: NearCacheRecord): void {
    record.place = this.#records.length;
    this.#records.push(record);
  }

  /** The last record, which this round has visited or need not visit, takes the place of this one. */
  remove(record: NearCacheRecord): void {
    const last = this.#records.pop()!;
    if (last === record) return;
    last.place = record.place;
    this.#records[last.place] = last;
  }

  /** Undefined where there is no record. */
  next(): NearCacheRecord | undefined {
    const { length } = this.#records;
    this.#hand = (this.#hand === 0 ? length : Math.min(this.#hand, length)) - 1;
    if (this.#hand >= 0) return this.#records[this.#hand];
    this.#hand = 0;
    return undefined;
  }
}
