import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { OverflowPolicy } from './overflow-policy.js';
import type { ReadResultSet } from './read-result-set.js';

/**
 * A distributed ring buffer, as `hazelcast-client` has it; each operation takes `{ timeout, signal }` besides. It has a
 * fixed capacity (a member's default is 10,000) and lives in one partition. Each item has a sequence, counted from 0;
 * reading takes nothing away, so that any number of readers reads the same items, each from where it stands. A new item
 * overwrites the oldest.
 *
 * An item that is `null` or `undefined`, and a number out of its range, rejects with IllegalArgumentError.
 */
export interface Ringbuffer<E> extends DistributedObject {
  /** Resolves to the number of items it can hold: the member's configuration. */
  capacity(options?: CallOptions): Promise<Long>;
  /** Resolves to the number of items; without a time to live it is the capacity once the ring has been filled. */
  size(options?: CallOptions): Promise<Long>;
  /** Resolves to the sequence of the newest item; before the first it is −1. */
  tailSequence(options?: CallOptions): Promise<Long>;
  /** Resolves to the sequence of the oldest item; that after the tail where there is none, and 0 at first. */
  headSequence(options?: CallOptions): Promise<Long>;
  /** Resolves to the items that can be added until one is overwritten that lives yet; without a time to live, the capacity. */
  remainingCapacity(options?: CallOptions): Promise<Long>;
  /**
   * Resolves to the item's sequence; to −1 where it was not added.
   *
   * @param overflowPolicy default `OVERWRITE`.
   */
  add(item: E, overflowPolicy?: OverflowPolicy, options?: CallOptions): Promise<Long>;
  /**
   * Adds the items in their order; resolves to the last one's sequence, or to −1 where none was added. By another's `add`
   * meanwhile their sequences may have gaps.
   *
   * @param overflowPolicy default `OVERWRITE`.
   */
  addAll(items: E[], overflowPolicy?: OverflowPolicy, options?: CallOptions): Promise<Long>;
  /**
   * Resolves to the item; where it is the next to come, that waits (on the member) for as long as it takes. Given up by
   * `timeout` or `signal`, it has taken nothing away.
   *
   * Rejects with StaleSequenceError for an item that was overwritten or whose time to live is over, with
   * IllegalArgumentError for one that is further away than the next.
   */
  readOne(sequence: number | Long, options?: CallOptions): Promise<E>;
  /**
   * Resolves to the items from `startSequence` on, `maxCount` at most, when there are `minCount`: until then it waits (on
   * the member) for as long as it takes. Given up by `timeout` or `signal`, it has taken nothing away. From a sequence that
   * is no longer there it reads on from the oldest item, from one further away than the next it waits for the next.
   *
   * @param minCount 0 to `maxCount`. Of items that pass the filter.
   * @param maxCount at most 1000.
   * @param filter an object of a Java class of the member's, `IFunction<E, Boolean>`: only items for which it says true are
   *   in the result. Default: all.
   */
  readMany(
    startSequence: number | Long,
    minCount: number,
    maxCount: number,
    filter?: unknown,
    options?: CallOptions,
  ): Promise<ReadResultSet<E>>;
}
