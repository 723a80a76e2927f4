import Long from 'long';
import { ReadOnlyLazyList, type LazySource } from '../values/read-only-lazy-list.js';

/** What `Ringbuffer.readMany` gives: items, each deserialized when it is first looked at, and where they stand. */
export interface ReadResultSet<T> extends Iterable<T> {
  /** Items read, those among them that the filter has left out. */
  getReadCount(): number;
  /** The item, or undefined outside the set. Throws HazelcastSerializationError for one that cannot be read. */
  get(index: number): T;
  /** The item's sequence, or undefined outside the set. */
  getSequence(index: number): Long;
  /** Items in the set. */
  size(): number;
  /**
   * The sequence behind the last item read, to read on from. It is further than the first sequence and the count together
   * where items were overwritten meanwhile, and nearer where the ring buffer has begun anew.
   */
  getNextSequenceToReadFrom(): Long;
  [Symbol.iterator](): Iterator<T>;
}

export class LazyReadResultSet<T> implements ReadResultSet<T> {
  readonly #readCount: number;
  readonly #items: ReadOnlyLazyList<T>;
  readonly #sequences: readonly bigint[];
  readonly #nextSequence: bigint;

  constructor(
    readCount: number,
    items: LazySource<T>,
    sequences: readonly bigint[] | null,
    nextSequence: bigint,
  ) {
    this.#readCount = readCount;
    this.#items = new ReadOnlyLazyList(items);
    this.#sequences = sequences ?? [];
    this.#nextSequence = nextSequence;
  }

  getReadCount(): number {
    return this.#readCount;
  }

  get(index: number): T {
    // The official type does not say that there is nothing outside.
    return this.#items.get(index) as T;
  }

  getSequence(index: number): Long {
    const sequence = this.#sequences[index];
    return (sequence === undefined ? undefined : Long.fromBigInt(sequence)) as Long;
  }

  size(): number {
    return this.#items.size();
  }

  getNextSequenceToReadFrom(): Long {
    return Long.fromBigInt(this.#nextSequence);
  }

  values(): IterableIterator<T> {
    return this.#items.values();
  }

  [Symbol.iterator](): Iterator<T> {
    return this.values();
  }
}
