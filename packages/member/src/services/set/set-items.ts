import { wholeOf } from '../../protocol/slice.js';
import type { Slice } from '../../protocol/slice.js';
import { contentOf, type Items } from '../shared/collection.js';

/** The items of a set, each once. */
export class SetItems implements Items {
  readonly #byContent: Map<string, Buffer> = new Map();

  get size(): number {
    return this.#byContent.size;
  }

  takes(item: Slice): boolean {
    return !this.has(item);
  }

  add(item: Buffer): void {
    this.#byContent.set(contentOf(item), item);
  }

  has(item: Slice): boolean {
    return this.#byContent.has(keyOf(item));
  }

  remove(item: Slice): Buffer | undefined {
    const content = keyOf(item);
    const stored = this.#byContent.get(content);
    this.#byContent.delete(content);
    return stored;
  }

  removeWhere(isGoing: (item: Buffer) => boolean): Buffer[] {
    const removed = [...this].filter(isGoing);
    for (const item of removed) this.remove(wholeOf(item));
    return removed;
  }

  [Symbol.iterator](): Iterator<Buffer> {
    return this.#byContent.values();
  }
}

function keyOf({ bytes, start, end }: Slice): string {
  return contentOf(bytes.subarray(start, end));
}
