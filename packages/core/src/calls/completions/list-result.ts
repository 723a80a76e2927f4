import { SlicedResult } from '@offloop/runtime';
import { monotonicNow } from '@offloop/runtime/clock';
import { ProtocolError } from '../../errors/own-errors.js';
import { ReadOnlyLazyList } from './read-only-lazy-list.js';
import { SchemaAbsent } from '@offloop/values';
import { firstSlice, nextSlice } from '../slice-turns.js';
import type { ValueList } from './value-list.js';

/** Forms in which a call returns the list that answers it. */
export const ListShape = {
  ITEMS: 'items',
  /** An array of pairs: keys and values alternate in the list. */
  ENTRIES: 'entries',
  /** A `ReadOnlyLazyList`, which decodes elements when they are read. */
  LAZY: 'lazy',
  /** The `ValueList` itself, not decoded, for a caller that also reads the rest of the response. */
  WHOLE: 'whole',
} as const;
export type ListShape = (typeof ListShape)[keyof typeof ListShape];

/** Returns true for a form that is decoded only when it is read: the list's bytes must last until then. */
export function isUndecoded(shape: ListShape): boolean {
  return shape === ListShape.LAZY || shape === ListShape.WHOLE;
}

/** Most bytes of elements, and most elements, between two looks at the clock. */
const STRIDE_BYTES = 16 * 1024;
const STRIDE_ELEMENTS = 256;

/** A call's result that is being made of a list. A long one takes several slices of the caller's time. */
export class ListResult extends SlicedResult {
  readonly #list: ValueList;
  readonly #shape: ListShape;
  readonly #items: unknown[] = [];
  /** True if the list's bytes stay unchanged for as long as it lives. */
  readonly #isLasting: boolean;
  readonly #finish: ((list: unknown) => unknown) | undefined;
  #finished: unknown;
  #next = 0;
  #later: Promise<unknown> | undefined;

  /** @param finish makes the result of the complete list; `advance` throws what it throws. Default: the result is the list. */
  constructor(list: ValueList, shape: ListShape, isLasting: boolean, finish?: (list: unknown) => unknown) {
    super();
    if (shape === ListShape.ENTRIES && list.length % 2 !== 0) {
      throw new ProtocolError(`the member answered with a key without a value: ${list.length} elements`);
    }
    this.#list = list;
    this.#shape = shape;
    this.#isLasting = isLasting;
    this.#finish = finish;
  }

  /** The finished result, or a promise of it. */
  override get value(): unknown {
    if (this.#later !== undefined) return this.#later;
    return this.#finish === undefined ? this.#made : this.#finished;
  }

  get #made(): unknown {
    if (!isUndecoded(this.#shape)) return this.#items;
    return this.#shape === ListShape.WHOLE ? this.#list : new ReadOnlyLazyList(this.#list);
  }

  /**
   * Decodes until all is done or the time is over, but at least one stride.
   *
   * If a schema is missing, the rest is done later, and `value` is a promise of the result. If the bytes do not last until then,
   * SchemaAbsent is thrown.
   *
   * @param until by `monotonicNow()`. @returns true when all is done. Throws HazelcastSerializationError.
   */
  override advance(until: number): boolean {
    try {
      return this.#advance(until);
    } catch (error) {
      if (!(error instanceof SchemaAbsent && this.#isLasting)) throw error;
      // Elements of the stride that failed come again.
      this.#items.length = this.#shape === ListShape.ENTRIES ? this.#next / 2 : this.#next;
      this.#later = this.#finishLater(error);
      // The call may have been given up meanwhile.
      this.#later.catch(() => undefined);
      return true;
    }
  }

  async #finishLater(absent: SchemaAbsent): Promise<unknown> {
    await absent.ready();
    this.#later = undefined;
    let until = firstSlice();
    // A slice a turn.
    while (!this.advance(until)) until = await nextSlice();
    return this.value;
  }

  #advance(until: number): boolean {
    if (isUndecoded(this.#shape)) this.#list.requireSchemas();
    else if (!this.#decode(until)) return false;
    if (this.#finish !== undefined) this.#finished = this.#finish(this.#made);
    return true;
  }

  #decode(until: number): boolean {
    const { length } = this.#list;
    while (this.#next < length) {
      this.#stride(length);
      if (this.#next < length && monotonicNow() >= until) return false;
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
