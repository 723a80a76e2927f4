/**
 * What holds memory and is not in use, by its size, up to so many bytes in all. Fresh memory costs a page fault every 4 KB,
 * more than the copy into it.
 */
export class IdlePool<T> {
  readonly #maxBytes: number;
  readonly #bySize = new Map<number, T[]>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** One of just this size, if there is one. */
  take(size: number): T | undefined {
    const item = this.#bySize.get(size)?.pop();
    if (item !== undefined) this.#bytes -= size;
    return item;
  }

  /** Keeps it for `take`, if there is room. */
  give(size: number, item: T): void {
    if (this.#bytes + size > this.#maxBytes) return;
    this.#bytes += size;
    const items = this.#bySize.get(size);
    if (items === undefined) this.#bySize.set(size, [item]);
    else items.push(item);
  }
}
