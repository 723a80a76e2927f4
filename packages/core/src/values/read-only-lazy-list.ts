/** Values that are deserialized when they are first looked at; then the same object is given each time. */
export class ReadOnlyLazyList<T> implements Iterable<T> {
  readonly #items: (T | undefined)[];
  /** Elements that were not looked at yet. */
  readonly #serialized: (Buffer | undefined)[];
  readonly #decode: (data: Buffer) => T;

  constructor(serialized: readonly Buffer[], decode: (data: Buffer) => T) {
    this.#serialized = [...serialized];
    this.#items = new Array<T | undefined>(serialized.length);
    this.#decode = decode;
  }

  /** The element, or undefined outside the list. Throws HazelcastSerializationError for one that cannot be read. */
  get(index: number): T | undefined {
    const serialized = this.#serialized[index];
    if (serialized !== undefined) {
      this.#items[index] = this.#decode(serialized);
      this.#serialized[index] = undefined;
    }
    return this.#items[index];
  }

  size(): number {
    return this.#items.length;
  }

  /** As `Array.prototype.slice`; shares nothing with this list. */
  slice(start?: number, end?: number): ReadOnlyLazyList<T> {
    const items = this.toArray().slice(start, end);
    const slice = new ReadOnlyLazyList<T>([], this.#decode);
    slice.#items.push(...items);
    return slice;
  }

  toArray(): T[] {
    return [...this];
  }

  values(): IterableIterator<T> {
    return this[Symbol.iterator]();
  }

  *[Symbol.iterator](): Generator<T, undefined, undefined> {
    for (let index = 0; index < this.#items.length; index++) yield this.get(index) as T;
    return undefined;
  }
}
