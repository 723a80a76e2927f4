import { sameData } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import type { Items } from './collection.js';

// Number of empty places at the front from which on they are removed.
const LEAST_GONE = 64;

/** Items of a list or queue in order. The first is removed in constant time; other removals move the items behind. */
export class Sequence implements Items {
  /** The first `#gone` places are empty. */
  #items: Buffer[] = [];
  #gone = 0;

  get size(): number {
    return this.#items.length - this.#gone;
  }

  get first(): Buffer | undefined {
    return this.#items[this.#gone];
  }

  takes(): boolean {
    return true;
  }

  add(item: Buffer): void {
    this.#items.push(item);
  }

  /** Removes the first item and returns it; undefined if there is none. */
  shift(): Buffer | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#gone];
    this.#items[this.#gone] = NOTHING;
    this.#gone += 1;
    if (this.#gone >= LEAST_GONE && this.#gone * 2 >= this.#items.length) this.#close();
    return item;
  }

  has(item: Slice): boolean {
    return this.indexOf(item) >= 0;
  }

  /** Returns the index of the first equal item; −1 if there is none. */
  indexOf(item: Slice): number {
    return this.all().findIndex((stored) => sameData(stored, item));
  }

  lastIndexOf(item: Slice): number {
    return this.all().findLastIndex((stored) => sameData(stored, item));
  }

  remove(item: Slice): Buffer | undefined {
    const index = this.indexOf(item);
    return index < 0 ? undefined : this.all().splice(index, 1)[0];
  }

  removeWhere(isGoing: (item: Buffer) => boolean): Buffer[] {
    const removed: Buffer[] = [];
    this.#items = this.all().filter((item) => {
      if (!isGoing(item)) return true;
      removed.push(item);
      return false;
    });
    return removed;
  }

  /** Returns the array of items itself, which may be changed. */
  all(): Buffer[] {
    if (this.#gone > 0) this.#close();
    return this.#items;
  }

  [Symbol.iterator](): Iterator<Buffer> {
    return this.all()[Symbol.iterator]();
  }

  #close(): void {
    this.#items.splice(0, this.#gone);
    this.#gone = 0;
  }
}

const NOTHING: Buffer = Buffer.alloc(0);
