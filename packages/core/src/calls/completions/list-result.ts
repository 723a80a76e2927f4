import { SlicedResult } from '@offloop/runtime';
import { ProtocolError } from '../../errors/own-errors.js';
import { ReadOnlyLazyList } from '../../values/read-only-lazy-list.js';
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
export class ListResult extends SlicedResult {
  readonly #list: ValueList;
  readonly #shape: ListShape;
  readonly #items: unknown[] = [];
  #next = 0;

  constructor(list: ValueList, shape: ListShape) {
    super();
    if (shape === ListShape.ENTRIES && list.length % 2 !== 0) {
      throw new ProtocolError(`the member answered with a key without a value: ${list.length} elements`);
    }
    this.#list = list;
    this.#shape = shape;
  }

  /** The finished result. */
  override get value(): unknown {
    if (this.#shape !== ListShape.LAZY) return this.#items;
    return new ReadOnlyLazyList(this.#list);
  }

  /**
   * Decodes until all is done or the time has come, but one stride at least.
   *
   * @param until by `performance.now()`. @returns whether all is done. Throws HazelcastSerializationError.
   */
  override advance(until: number): boolean {
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
    const last = Math.min(length, this.#next + STRIDE_ELEMENTS);
    let index = this.#next;
    let start = list.bytesBefore(index);
    const lastByte = start + STRIDE_BYTES;
    if (this.#shape === ListShape.ENTRIES) {
      do {
        const middle = list.bytesBefore(index + 1);
        const end = list.bytesBefore(index + 2);
        items.push([list.read(index, start, middle), list.read(index + 1, middle, end)]);
        start = end;
        index += 2;
      } while (index < last && start < lastByte);
    } else {
      do {
        const end = list.bytesBefore(index + 1);
        items.push(list.read(index, start, end));
        start = end;
        index++;
      } while (index < last && start < lastByte);
    }
    this.#next = index;
  }
}
