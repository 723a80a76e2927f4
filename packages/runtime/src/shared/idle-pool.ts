/**
 * Keeps idle buffers, or other objects that hold memory, by their size in bytes. Reuse pays: fresh memory costs a page fault every
 * 4 KB, more than the copy into it.
 */
export class IdlePool<T> {
  readonly #maxBytes: number;
  readonly #bySize = new Map<number, T[]>();
  #bytes = 0;

  /** @param maxBytes the most bytes kept in all. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes an item of exactly this size; undefined when there is none. */
  take(size: number): T | undefined {
    const item = this.#bySize.get(size)?.pop();
    if (item !== undefined) this.#bytes -= size;
    return item;
  }

  /** Keeps an item for a later `take`, if there is room. */
  give(size: number, item: T): void {
    if (this.#bytes + size > this.#maxBytes) return;
    this.#bytes += size;
    const items = this.#bySize.get(size);
    if (items === undefined) this.#bySize.set(size, [item]);
    else items.push(item);
  }
}
