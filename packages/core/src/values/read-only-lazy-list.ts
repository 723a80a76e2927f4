import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { SchemaAbsent } from './serialization/compact/schema/schema-absent.js';

/** What a lazy list reads its elements from. */
export interface LazySource<T> {
  readonly length: number;
  at(index: number): T;
}

/** Values that are deserialized when they are first looked at; then the same object is given each time. */
export class ReadOnlyLazyList<T> implements Iterable<T> {
  readonly #items: (T | undefined)[];
  /** 1: looked at. */
  readonly #known: Uint8Array;
  /** Until every element was looked at: it keeps the bytes of all of them. */
  #source: LazySource<T> | undefined;
  #unknown: number;

  constructor(source: LazySource<T>) {
    this.#source = source;
    this.#unknown = source.length;
    this.#known = new Uint8Array(source.length);
    this.#items = new Array<T | undefined>(source.length);
  }

  /** The element, or undefined outside the list. Throws HazelcastSerializationError for one that cannot be read. */
  get(index: number): T | undefined {
    if (this.#known[index] === 0) {
      this.#items[index] = readNow(this.#source!, index);
      this.#known[index] = 1;
      if (--this.#unknown === 0) this.#source = undefined;
    }
    return this.#items[index];
  }

  size(): number {
    return this.#items.length;
  }

  /** As `Array.prototype.slice`; shares nothing with this list. */
  slice(start?: number, end?: number): ReadOnlyLazyList<T> {
    const items = this.toArray().slice(start, end);
    return new ReadOnlyLazyList<T>({ length: items.length, at: (index) => items[index] });
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

function readNow<T>(source: LazySource<T>, index: number): T {
  try {
    return source.at(index);
  } catch (error) {
    if (!(error instanceof SchemaAbsent)) throw error;
    // All schemas were there when the list was made: a serializer has read something else this time.
    error.ready().catch(() => undefined);
    throw new HazelcastSerializationError(error.message);
  }
}
