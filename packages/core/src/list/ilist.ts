import type { CallOptions } from '../calls/call-options.js';
import type { DistributedCollection } from '../objects/distributed-collection.js';
import type { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';

/**
 * A distributed list, as `hazelcast-client` has it; each operation takes `{ timeout, signal }` besides.
 *
 * An index counts from 0. One that is no whole number of 32 bits rejects with IllegalArgumentError, one outside of the list
 * with IndexOutOfBoundsError. Reads are sent again when their connection was lost before the answer; other calls then reject,
 * and may have been carried out.
 */
export interface IList<E> extends DistributedCollection<E> {
  /** Appends; resolves to true. */
  add(element: E, options?: CallOptions): Promise<boolean>;
  /** Inserts before the element that is there; at an index that is the list's size, or negative, it appends. */
  addAt(index: number, element: E, options?: CallOptions): Promise<void>;
  /** Inserts several; at an index that is the list's size it appends. Resolves to whether the list changed. */
  addAllAt(index: number, elements: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Resolves to the element at the index. */
  get(index: number, options?: CallOptions): Promise<E>;
  /** Resolves to the element that was there. */
  set(index: number, element: E, options?: CallOptions): Promise<E>;
  /** Resolves to the element that was there. Members (5.6.0) tell listeners of a removal, but not of what. */
  removeAt(index: number, options?: CallOptions): Promise<E>;
  /** Resolves to the index of the first that is equal, or −1. */
  indexOf(element: E, options?: CallOptions): Promise<number>;
  /** Resolves to the index of the last that is equal, or −1. */
  lastIndexOf(element: E, options?: CallOptions): Promise<number>;
  /**
   * A copy of the elements from `start` on and before `end` (−1: to the last); each is deserialized when it is first looked at. Rejects with
   * IllegalArgumentError when `start` is greater than `end`.
   */
  subList(start: number, end: number, options?: CallOptions): Promise<ReadOnlyLazyList<E>>;
}
