import type { NearCacheRecord } from './eviction-order.js';
import type { RecordArray } from './record-array.js';

/**
 * Goes round records that come and go, from the last place to the first: a record that takes another's place was visited in this
 * round, or came during it.
 *
 * Not an iterator of their map: while one stands still, it holds all that the map has let go of since.
 */
export class Rounds {
  readonly #records: RecordArray<NearCacheRecord>;
  /** The place that was visited last. */
  #hand = 0;

  constructor(records: RecordArray<NearCacheRecord>) {
    this.#records = records;
  }

  /** Undefined where there is no record. */
  next(): NearCacheRecord | undefined {
    const { length } = this.#records;
    if (length === 0) return undefined;
    this.#hand = (this.#hand === 0 ? length : Math.min(this.#hand, length)) - 1;
    return this.#records.at(this.#hand);
  }
}
