import { monotonicNow, nextTurn } from '@offloop/runtime/clock';
import { SLICE_MILLIS } from '@offloop/runtime/internal';
import { HazelcastSerializationError, SchemaAbsent } from '@offloop/values';

/** What a lazy list reads its elements from. */
export interface LazySource<T> {
  readonly length: number;
  at(index: number): T;
}

const UNKNOWN: unique symbol = Symbol('not looked at');

/** Values that are deserialized when they are first looked at; then the same object is given each time. */
export class ReadOnlyLazyList<T> implements Iterable<T>, AsyncIterable<T> {
  /** `UNKNOWN` stands for an element that nobody has looked at. */
  readonly #items: (T | typeof UNKNOWN)[];
  /** Until every element was looked at: it keeps the bytes of all of them. */
  #source: LazySource<T> | undefined;
  #unknown: number;

  constructor(source: LazySource<T>) {
    this.#source = source;
    this.#unknown = source.length;
    this.#items = new Array<T | typeof UNKNOWN>(source.length).fill(UNKNOWN);
  }

  /**
   * The element; undefined outside the list, which the official type does not say. Throws HazelcastSerializationError for one that
   * cannot be read.
   */
  get(index: number): T {
    const known = this.#items[index];
    if (known !== UNKNOWN) return known;
    const item = readNow(this.#source!, index);
    this.#items[index] = item;
    if (--this.#unknown === 0) this.#source = undefined;
    return item;
  }

  /** The number of elements. */
  size(): number {
    return this.#items.length;
  }

  /** A list of the elements from `start` to before `end`, taken as by `Array.prototype.slice`. It shares nothing with this list. */
  slice(start?: number, end?: number): ReadOnlyLazyList<T> {
    const items = this.toArray().slice(start, end);
    return new ReadOnlyLazyList<T>({ length: items.length, at: (index) => items[index] });
  }

  /**
   * All elements, deserialized, which holds your loop until the last is. `for await` over a long list does not. Throws what
   * {@link get} throws.
   */
  toArray(): T[] {
    return this.#items.map((_, index) => this.get(index));
  }

  /** The elements one by one, each deserialized as it comes. Throws what {@link get} throws. */
  values(): IterableIterator<T> {
    return this[Symbol.iterator]();
  }

  /** The elements one by one, each deserialized as it comes. Throws what {@link get} throws. */
  *[Symbol.iterator](): Generator<T, undefined, undefined> {
    for (let index = 0; index < this.#items.length; index++) yield this.get(index);
    return undefined;
  }

  /**
   * The elements one by one for `for await`, each deserialized as it comes. After 2 ms, your code between them included, the loop
   * turns before the next. Rejects with what {@link get} throws.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined, undefined> {
    let until = monotonicNow() + SLICE_MILLIS;
    for (let index = 0; index < this.#items.length; index++) {
      if (monotonicNow() >= until) {
        // A slice a turn is the point.
        // oxlint-disable-next-line no-await-in-loop
        await nextTurn();
        until = monotonicNow() + SLICE_MILLIS;
      }
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
