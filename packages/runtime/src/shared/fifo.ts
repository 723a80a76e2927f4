/** Entries emptied at the front before the array is compacted. */
const COMPACT_AFTER = 1024;

/** First in, first out, for queues of any length: an array's own `shift` moves all that is left. */
export class Fifo<T> {
  /** Undefined where one has left: else it would be kept until the array is compacted. */
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Overtakes all others. */
  putFirst(item: T): void {
    if (this.#head === 0) this.#items.unshift(item);
    else this.#items[--this.#head] = item;
  }

  /** The oldest, which stays. */
  peek(): T | undefined {
    return this.#items[this.#head];
  }

  /** Takes the oldest. */
  shift(): T | undefined {
    const item = this.peek();
    if (this.length > 0) this.#items[this.#head++] = undefined;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    } else if (this.#head >= COMPACT_AFTER) {
      this.#items.splice(0, this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Takes all, the oldest first. */
  takeAll(): T[] {
    const items = this.#items.slice(this.#head) as T[];
    this.#items = [];
    this.#head = 0;
    return items;
  }
}
