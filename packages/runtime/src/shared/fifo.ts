/** Entries emptied at the front before the array is compacted. */
const COMPACT_AFTER = 1024;

/** A first-in, first-out queue of any length. Its `shift` takes constant time; an array's moves all that is left. */
export class Fifo<T> {
  /** Undefined before `#head`: an item that has left must not be kept until the array is compacted. */
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Puts an item before all others. */
  putFirst(item: T): void {
    if (this.#head === 0) this.#items.unshift(item);
    else this.#items[--this.#head] = item;
  }

  /** The first item, which stays in the queue; undefined when it is empty. */
  peek(): T | undefined {
    return this.#items[this.#head];
  }

  /** Takes the first item out; undefined when the queue is empty. */
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

  /** Empties the queue. @returns its items, the first one first. */
  takeAll(): T[] {
    const items = this.#items.slice(this.#head) as T[];
    this.#items = [];
    this.#head = 0;
    return items;
  }
}
