import {
  describe,
  IllegalArgumentError,
  Identified,
  type IdentifiedDataSerializable,
  type DataDecoder,
  type DataInput,
  type DataOutput,
} from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

/**
 * The order of entries in pages. Members sort, so it must be an object of a class that they have, with `factoryId`, `classId` and
 * `writeData`, or another serializer. The client does not call `sort`, which the official interface has.
 */
export interface Comparator<K = unknown, V = unknown> {
  /** Returns a negative number if `a` comes before `b`, a positive one if it comes after it. */
  sort(a: [K, V], b: [K, V]): number;
}

/** The parts of entries that a query in pages can return. */
export const IterationType = { KEY: 'KEY', VALUE: 'VALUE', ENTRY: 'ENTRY' } as const;
export type IterationType = (typeof IterationType)[keyof typeof IterationType];

/** The last entry of a page, with the page's number. */
export type Anchor = [page: number, entry: [key: unknown, value: unknown]];

/** The last entry of a page in the bytes that the member sent, which go back to it: a number keeps its Java type. */
export class SentAnchor {
  readonly page: number;
  readonly key: Buffer;
  readonly value: Buffer;
  readonly #decoder: DataDecoder;
  #entry: [key: unknown, value: unknown] | undefined;

  /** Copies the bytes. Throws SchemaAbsent, so that `entry` never has to. */
  constructor(page: number, key: Buffer, value: Buffer, decoder: DataDecoder) {
    decoder.requireSchemas(key, 0, key.length);
    decoder.requireSchemas(value, 0, value.length);
    this.page = page;
    this.key = Buffer.from(key);
    this.value = Buffer.from(value);
    this.#decoder = decoder;
  }

  /**
   * The entry, decoded when it is first read: an anchor comes again with each page behind it. Throws HazelcastSerializationError.
   */
  get entry(): [key: unknown, value: unknown] {
    this.#entry ??= [this.#decode(this.key), this.#decode(this.value)];
    return this.#entry;
  }

  #decode(data: Buffer): unknown {
    return this.#decoder.decodeData(data, 0, data.length);
  }
}

/**
 * A predicate whose matches come page by page; see `Predicates.paging`. It remembers where pages end, so use it for one query.
 */
export interface PagingPredicate extends IdentifiedDataSerializable {
  /** Goes to the next page. @returns this. */
  nextPage(): PagingPredicate;
  /** Goes to the previous page, from the first one to −1: see {@link setPage}. @returns this. */
  previousPage(): PagingPredicate;
  /** Returns the number of the page that the next call returns; 0 is the first. */
  getPage(): number;
  /**
   * Goes to a page; 0 is the first. Page −1 is empty. Once members have sent a full page of this query, they refuse it with
   * IndexOutOfBoundsError, as all pages before it. Throws IllegalArgumentError unless it is a whole number of 32 bits. @returns this.
   */
  setPage(page: number): PagingPredicate;
  /** Returns the most entries in a page. */
  getPageSize(): number;
  /**
   * Returns the last entry of the nearest earlier page that a call has returned; `[-1, null]` on the first page, or if there was
   * none, although the official type says otherwise. Throws HazelcastSerializationError if it cannot be read.
   */
  getAnchor(): Anchor;
  /** Returns the order of the entries; null for their natural one, although the official type says otherwise. */
  getComparator(): Comparator;
}

const FACTORY_ID = -20;
const CLASS_ID = 15;
const MOST = 2 ** 31 - 1;
const LEAST = -(2 ** 31);

export class PagingPredicateImpl extends Identified implements PagingPredicate {
  readonly factoryId: number = FACTORY_ID;
  readonly classId: number = CLASS_ID;
  readonly predicate: IdentifiedDataSerializable | null;
  readonly #size: number;
  readonly #comparator: Comparator | null;
  #page = 0;
  #anchors: readonly SentAnchor[] = [];

  constructor(predicate: IdentifiedDataSerializable | null, size: number, comparator: Comparator | null) {
    super();
    this.predicate = predicate;
    this.#size = count('pageSize', size, 1);
    this.#comparator = comparator;
  }

  get anchors(): readonly SentAnchor[] {
    return this.#anchors;
  }

  set anchors(anchors: readonly SentAnchor[]) {
    this.#anchors = anchors;
  }

  nextPage(): this {
    return this.setPage(this.#page + 1);
  }

  previousPage(): this {
    return this.setPage(this.#page - 1);
  }

  setPage(page: number): this {
    this.#page = count('page', page, LEAST);
    return this;
  }

  getPage(): number {
    return this.#page;
  }

  getPageSize(): number {
    return this.#size;
  }

  getComparator(): Comparator {
    return this.#comparator!;
  }

  getAnchor(): Anchor {
    const anchor = this.#anchors.findLast(({ page }) => page < this.#page);
    return anchor === undefined ? [-1, null!] : [anchor.page, anchor.entry];
  }

  writeData(output: DataOutput): void {
    output.writeObject(this.predicate);
    output.writeObject(this.#comparator);
    output.writeInt(this.#page);
    output.writeInt(this.#size);
    output.writeString(IterationType.ENTRY);
    output.writeInt(this.#anchors.length);
    for (const { page, entry } of this.#anchors) {
      output.writeInt(page);
      output.writeObject(entry[0]);
      output.writeObject(entry[1]);
    }
  }

  readData(_input: DataInput): never {
    throw new IllegalArgumentError('a paging predicate is made by Predicates.paging, and not read');
  }
}

/**
 * Makes a paging predicate: see `Predicates.paging`. Throws IllegalArgumentError for a paging predicate within another, for a
 * size that is not a whole number from 1 to 2147483647, and for an object that is not a comparator.
 */
export function pagingPredicate(
  predicate: IdentifiedDataSerializable | null,
  pageSize: number,
  comparator: Comparator | null = null,
): PagingPredicate {
  if (predicate instanceof PagingPredicateImpl)
    throw new IllegalArgumentError('Nested paging predicates are not supported!');
  if (predicate !== null && !mayBePredicate(predicate))
    throw mustBe('predicate', 'one of Predicates, or of a class with a serializer', predicate);
  const order: Partial<Comparator> & Partial<IdentifiedDataSerializable> = comparator ?? { sort: () => 0 };
  if (typeof order.sort !== 'function')
    throw new IllegalArgumentError(`comparator must have a function sort, got ${describe(comparator)}`);
  return new PagingPredicateImpl(predicate, pageSize, comparator);
}

/**
 * Returns true for an object: one that the client's serializers can write may be a predicate, and which it has is not known before
 * a call.
 */
export function mayBePredicate(value: unknown): value is IdentifiedDataSerializable {
  return (
    (typeof value === 'object' || typeof value === 'function') && value !== null && !Array.isArray(value)
  );
}

function count(name: string, given: number, least: number): number {
  if (Number.isInteger(given) && given >= least && given <= MOST) return given;
  throw mustBe(name, `a whole number from ${least} to ${MOST}`, given);
}
