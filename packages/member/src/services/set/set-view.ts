import { wholeOf } from '../../protocol/slice.js';
import { contentOf } from '../shared/collection.js';
import { CollectionView } from '../shared/collection-view.js';

/** A set as a transaction sees it. */
export class SetView extends CollectionView {
  /** Contents of the items that were to be added. */
  readonly #asked = new Set<string>();

  /** 5.6.0 members count what the transaction was asked to add, also where the set had it. */
  override get size(): number {
    return this.object.items.size + this.#asked.size;
  }

  override add(item: Buffer): boolean {
    const content = contentOf(item);
    if (this.#asked.has(content)) return false;
    this.#asked.add(content);
    if (!this.object.items.takes(wholeOf(item))) return false;
    this.added.push(Buffer.from(item));
    return true;
  }

  /** In 5.6.0 members a transaction does not find what it has added itself. */
  override remove(item: Buffer): boolean {
    const removed = this.object.items.remove(wholeOf(item));
    if (removed !== undefined) this.removed.push(removed);
    return removed !== undefined;
  }

  override rollback(): void {
    const { items } = this.object;
    for (const item of this.removed) if (items.takes(wholeOf(item))) items.add(item);
  }
}
