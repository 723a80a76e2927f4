import type { CallOptions } from '../calls/call-options.js';
import type { DistributedCollection } from '../objects/distributed-collection.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';

/**
 * A distributed list, with the methods of `hazelcast-client`. Each operation also takes `{ timeout, signal }`.
 *
 * Indexes count from 0. An index outside the list rejects with IndexOutOfBoundsError, one that is not a 32-bit whole number with
 * IllegalArgumentError. When the connection is lost before the answer, reads are sent again. Other calls reject, and the
 * member may have carried them out.
 */
export interface IList<E> extends DistributedCollection<E> {
  /** Appends an element; resolves to true. */
  add(element: E, options?: CallOptions): Promise<boolean>;
  /** Form for `items.map(list.add, list)`: the surplus arguments that `Array.map` passes are ignored. */
  add(element: E): Promise<boolean>;
  /** Inserts an element at an index. If the index is the list's size, or negative, it appends. */
  addAt(index: number, element: E, options?: CallOptions): Promise<void>;
  /** Inserts elements at an index; if that is the list's size, it appends. Resolves to whether the list changed. */
  addAllAt(index: number, elements: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Resolves to the element at the index. */
  get(index: number, options?: CallOptions): Promise<E>;
  /** Replaces the element at the index; resolves to the old one. */
  set(index: number, element: E, options?: CallOptions): Promise<E>;
  /**
   * Removes the element at the index; resolves to it. Members (5.6.0) send listeners an event for this without the element.
   */
  removeAt(index: number, options?: CallOptions): Promise<E>;
  /** Resolves to the index of the first equal element, or −1. */
  indexOf(element: E, options?: CallOptions): Promise<number>;
  /** Resolves to the index of the last equal element, or −1. */
  lastIndexOf(element: E, options?: CallOptions): Promise<number>;
  /**
   * Resolves to a copy of the elements from `start` up to, but not including, `end` (−1: to the last). Each is deserialized
   * when it is first read. Rejects with IllegalArgumentError when `start` is greater than `end`.
   */
  subList(start: number, end: number, options?: CallOptions): Promise<ReadOnlyLazyList<E>>;
}
