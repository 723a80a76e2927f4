import { EvictionPolicy } from '../../config/sections/near-cache-config.js';
import type { RecordArray } from './record-array.js';

/** One kept entry, with its place in an eviction order. */
export class NearCacheRecord {
  readonly identity: string;
  readonly value: unknown;
  /** Length of key and value in bytes, as serialized. */
  readonly bytes: number;
  /** Time at which the entry is dropped, by the monotonic clock. */
  readonly expiresAt: number;
  usedAt: number;
  readonly partition: number;
  /** The partition's generation when the value was requested: see `Invalidations.generationOf`. */
  readonly generation: number;
  /** Neighbours of the record in the list of its order. */
  before: NearCacheRecord | undefined = undefined;
  after: NearCacheRecord | undefined = undefined;
  /** The record's bucket in an `LfuOrder`. */
  bucket: Bucket | undefined = undefined;
  /** Index of the record in the `RecordArray`. */
  place = 0;

  constructor(
    identity: string,
    value: unknown,
    bytes: number,
    usedAt: number,
    expiresAt: number,
    partition: number,
    generation: number,
  ) {
    this.identity = identity;
    this.value = value;
    this.bytes = bytes;
    this.usedAt = usedAt;
    this.expiresAt = expiresAt;
    this.partition = partition;
    this.generation = generation;
  }
}

/** Chooses the record that is evicted next. All its methods take constant time. */
export interface EvictionOrder {
  add(record: NearCacheRecord): void;
  /** Notes that a record, which is in the order, was read. */
  use(record: NearCacheRecord): void;
  remove(record: NearCacheRecord): void;
  /** The record to evict next; undefined if there is none, or none may be evicted. */
  readonly victim: NearCacheRecord | undefined;
}

/** Makes the order of a policy. @param records all records, for an order that does not keep its own. */
export function evictionOrder(policy: EvictionPolicy, records: RecordArray<NearCacheRecord>): EvictionOrder {
  switch (policy) {
    case EvictionPolicy.LRU:
      return new LruOrder();
    case EvictionPolicy.LFU:
      return new LfuOrder();
    case EvictionPolicy.RANDOM:
      return new RandomOrder(records);
    default:
      return NO_ORDER;
  }
}

const NO_ORDER: EvictionOrder = { add: nothing, use: nothing, remove: nothing, victim: undefined };

function nothing(): void {
  // Nothing is kept in order.
}

/** A linked list of records, with the first added one at its head. */
class RecordList {
  first: NearCacheRecord | undefined = undefined;
  #last: NearCacheRecord | undefined = undefined;

  push(record: NearCacheRecord): void {
    record.before = this.#last;
    record.after = undefined;
    if (this.#last === undefined) this.first = record;
    else this.#last.after = record;
    this.#last = record;
  }

  remove(record: NearCacheRecord): void {
    const { before, after } = record;
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    record.before = undefined;
    record.after = undefined;
  }
}

class LruOrder implements EvictionOrder {
  readonly #records = new RecordList();

  get victim(): NearCacheRecord | undefined {
    return this.#records.first;
  }

  add(record: NearCacheRecord): void {
    this.#records.push(record);
  }

  use(record: NearCacheRecord): void {
    this.#records.remove(record);
    this.#records.push(record);
  }

  remove(record: NearCacheRecord): void {
    this.#records.remove(record);
  }
}

/** The records that were read equally often, in the order in which they came to that number. */
class Bucket {
  readonly uses: number;
  readonly records: RecordList = new RecordList();
  /** The bucket of the next greater number of uses that any record has. */
  next: Bucket | undefined;
  previous: Bucket | undefined;

  constructor(uses: number, previous: Bucket | undefined, next: Bucket | undefined) {
    this.uses = uses;
    this.previous = previous;
    this.next = next;
  }
}

/**
 * Buckets by the number of uses, in a list of their own:
 *
 *     first ─▶ [0 uses: d, e] ◀─▶ [1: b] ◀─▶ [7: a, c]
 *
 * A read takes a record to the next bucket, which is made where there is none; an empty bucket goes.
 */
class LfuOrder implements EvictionOrder {
  #first: Bucket | undefined = undefined;

  get victim(): NearCacheRecord | undefined {
    return this.#first?.records.first;
  }

  add(record: NearCacheRecord): void {
    if (this.#first?.uses !== 0) this.#first = this.#bucket(0, undefined, this.#first);
    this.#put(record, this.#first);
  }

  use(record: NearCacheRecord): void {
    const bucket = record.bucket!;
    const uses = bucket.uses + 1;
    const { next } = bucket;
    const into = next?.uses === uses ? next : this.#bucket(uses, bucket, next);
    this.remove(record);
    this.#put(record, into);
  }

  remove(record: NearCacheRecord): void {
    const bucket = record.bucket!;
    bucket.records.remove(record);
    record.bucket = undefined;
    if (bucket.records.first !== undefined) return;
    const { previous, next } = bucket;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
  }

  #put(record: NearCacheRecord, bucket: Bucket): void {
    record.bucket = bucket;
    bucket.records.push(record);
  }

  #bucket(uses: number, previous: Bucket | undefined, next: Bucket | undefined): Bucket {
    const bucket = new Bucket(uses, previous, next);
    if (previous !== undefined) previous.next = bucket;
    if (next !== undefined) next.previous = bucket;
    return bucket;
  }
}

class RandomOrder implements EvictionOrder {
  readonly #records: RecordArray<NearCacheRecord>;
  readonly add = nothing;
  readonly use = nothing;
  readonly remove = nothing;

  constructor(records: RecordArray<NearCacheRecord>) {
    this.#records = records;
  }

  get victim(): NearCacheRecord | undefined {
    return this.#records.at(Math.floor(Math.random() * this.#records.length));
  }
}
