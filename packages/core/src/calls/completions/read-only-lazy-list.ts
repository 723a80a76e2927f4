import { monotonicNow } from '@offloop/runtime/clock';
import { HazelcastSerializationError, SchemaAbsent } from '@offloop/values';
import { firstSlice, nextSlice } from '../slice-turns.js';

/** A source that a lazy list reads its elements from. */
export interface LazySource<T> {
  readonly length: number;
  at(index: number): T;
}

const UNKNOWN: unique symbol = Symbol('not looked at');

/** A list whose values are deserialized when they are first read; then the same object is returned each time. */
export class ReadOnlyLazyList<T> implements Iterable<T>, AsyncIterable<T> {
  /** The values; `UNKNOWN` stands for one that was not read yet. */
  readonly #items: (T | typeof UNKNOWN)[];
  /** Source of the elements, whose bytes it keeps. Undefined when every element was read. */
  #source: LazySource<T> | undefined;
  #unknown: number;

  constructor(source: LazySource<T>) {
    this.#source = source;
    this.#unknown = source.length;
    this.#items = new Array<T | typeof UNKNOWN>(source.length).fill(UNKNOWN);
  }

  /**
   * Returns an element; undefined outside the list, although the official type says otherwise. Throws HazelcastSerializationError
   * if it cannot be read.
   */
  get(index: number): T {
    const known = this.#items[index];
    if (known !== UNKNOWN) return known;
    const item = readNow(this.#source!, index);
    this.#items[index] = item;
    if (--this.#unknown === 0) this.#source = undefined;
    return item;
  }

  /** Returns the number of elements. */
  size(): number {
    return this.#items.length;
  }

  /**
   * Returns a list of the elements from `start` to before `end`, chosen as by `Array.prototype.slice`. It shares nothing with
   * this list.
   */
  slice(start?: number, end?: number): ReadOnlyLazyList<T> {
    const items = this.toArray().slice(start, end);
    return new ReadOnlyLazyList<T>({ length: items.length, at: (index) => items[index] });
  }

  /**
   * Deserializes and returns all elements, which blocks the event loop until the last is done. `for await` over a long list does
   * not. Throws what {@link get} throws.
   */
  toArray(): T[] {
    return this.#items.map((_, index) => this.get(index));
  }

  /** Iterates over the elements, each deserialized as it comes. Throws what {@link get} throws. */
  values(): IterableIterator<T> {
    return this[Symbol.iterator]();
  }

  /** Iterates over the elements, each deserialized as it comes. Throws what {@link get} throws. */
  *[Symbol.iterator](): Generator<T, undefined, undefined> {
    for (let index = 0; index < this.#items.length; index++) yield this.get(index);
    return undefined;
  }

  /**
   * Iterates over the elements for `for await`, each deserialized as it comes. After 2 ms, including your code between them, the
   * event loop turns before the next element. Lists that are read at the same time take turns. Rejects with what {@link get} throws.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined, undefined> {
    let until = firstSlice();
    for (let index = 0; index < this.#items.length; index++) {
      // A slice a turn is the point.
      if (monotonicNow() >= until) until = await nextSlice();
      yield this.get(index);
    }
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
