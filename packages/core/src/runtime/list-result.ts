import { ProtocolError } from '../errors/own-errors.js';
import { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';
import type { ValueList } from './value-list.js';

/** What a call makes of the list that answers it. */
export const ListShape = {
  /** An array of its elements. */
  ITEMS: 'items',
  /** An array of pairs: keys and values alternate in the list. */
  ENTRIES: 'entries',
  /** A `ReadOnlyLazyList`: nothing is decoded before it is looked at. */
  LAZY: 'lazy',
} as const;
export type ListShape = (typeof ListShape)[keyof typeof ListShape];

/** Between two looks at the clock: bytes of elements, and elements at most. */
const STRIDE_BYTES = 16 * 1024;
const STRIDE_ELEMENTS = 256;

/** A list on its way to being a call's result; a long one takes several slices of the caller's time. */
export class ListResult {
  readonly #list: ValueList;
  readonly #shape: ListShape;
  readonly #items: unknown[] = [];
  #next = 0;

  constructor(list: ValueList, shape: ListShape) {
    if (shape === ListShape.ENTRIES && list.length % 2 !== 0) {
      throw new ProtocolError(`the member answered with a key without a value: ${list.length} elements`);
    }
    this.#list = list;
    this.#shape = shape;
  }

  /** The finished result. */
  get value(): unknown {
    if (this.#shape !== ListShape.LAZY) return this.#items;
    return new ReadOnlyLazyList(this.#list);
  }

  /**
   * Decodes until all is done or the time has come, but one stride at least.
   *
   * @param until by `performance.now()`. @returns whether all is done. Throws HazelcastSerializationError.
   */
  advance(until: number): boolean {
    if (this.#shape === ListShape.LAZY) return true;
    const { length } = this.#list;
    while (this.#next < length) {
      this.#stride(length);
      if (this.#next < length && performance.now() >= until) return false;
    }
    return true;
  }

  #stride(length: number): void {
    const list = this.#list;
    const items = this.#items;
    const lastByte = list.bytesBefore(this.#next) + STRIDE_BYTES;
    const last = Math.min(length, this.#next + STRIDE_ELEMENTS);
    let index = this.#next;
    if (this.#shape === ListShape.ENTRIES) {
      do {
        items.push([list.at(index), list.at(index + 1)]);
        index += 2;
      } while (index < last && list.bytesBefore(index) < lastByte);
    } else {
      do {
        items.push(list.at(index));
        index++;
      } while (index < last && list.bytesBefore(index) < lastByte);
    }
    this.#next = index;
  }
}
