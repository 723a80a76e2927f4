import type { NearCacheRecord } from './eviction-order.js';
import type { RecordArray } from './record-array.js';

/**
 * Visits records in rounds, from the last place to the first, while they come and go: a record that takes another's place was
 * visited in this round, or came during it.
 *
 * It is not an iterator of their map, which would hold all that the map has removed since it stands still.
 */
export class Rounds {
  readonly #records: RecordArray<NearCacheRecord>;
  /** The place that was visited last. */
  #hand = 0;

  constructor(records: RecordArray<NearCacheRecord>) {
    this.#records = records;
  }

  next(): NearCacheRecord | undefined {
    const { length } = this.#records;
    if (length === 0) return undefined;
    this.#hand = (this.#hand === 0 ? length : Math.min(this.#hand, length)) - 1;
    return this.#records.at(this.#hand);
  }
}
