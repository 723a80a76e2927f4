import { sameData, wholeOf } from '../../protocol/slice.js';
import { CollectionView } from '../shared/collection-view.js';
import type { NamedCollection } from '../shared/collection.js';
import type { Sequence } from '../shared/sequence.js';

/** A list as a transaction sees it. */
export class ListView extends CollectionView {
  readonly #list: NamedCollection<Sequence>;
  /** Indexes of the removed items, when they were removed. */
  readonly #places: number[] = [];

  constructor(list: NamedCollection<Sequence>) {
    super(list);
    this.#list = list;
  }

  override get size(): number {
    return this.#list.items.size + this.added.length;
  }

  override add(item: Buffer): boolean {
    this.added.push(Buffer.from(item));
    return true;
  }

  override remove(item: Buffer): boolean {
    const slice = wholeOf(item);
    const place = this.#list.items.indexOf(slice);
    if (place >= 0) {
      this.removed.push(...this.#list.items.all().splice(place, 1));
      this.#places.push(place);
      return true;
    }
    const own = this.added.findIndex((each) => sameData(each, slice));
    if (own >= 0) this.added.splice(own, 1);
    return own >= 0;
  }

  override rollback(): void {
    const items = this.#list.items.all();
    // The last first, so that each finds the place that it had.
    for (const item of this.removed.toReversed()) items.splice(this.#places.pop() ?? 0, 0, item);
  }
}
