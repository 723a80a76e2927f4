import type Long from 'long';
import { mustBe } from '../errors/must-be.js';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { ReadResultSet } from './read-result-set.js';

/** Policies for an item for which a ring buffer has no room. Only a ring buffer with a time to live can run out of room. */
export const OverflowPolicy = {
  /** The item replaces the oldest one, even if that one's time to live is not over. */
  OVERWRITE: 'OVERWRITE',
  /** The item is not added. There is room again when the time to live of the oldest item is over. */
  FAIL: 'FAIL',
} as const;
export type OverflowPolicy = (typeof OverflowPolicy)[keyof typeof OverflowPolicy];

const IDS: Readonly<Record<OverflowPolicy, number>> = { OVERWRITE: 0, FAIL: 1 };

/** Returns the protocol's number of a policy. Throws IllegalArgumentError for anything else. */
export function overflowPolicyId(policy: OverflowPolicy): number {
  if (typeof policy === 'string' && Object.hasOwn(IDS, policy)) return IDS[policy];
  throw mustBe('overflowPolicy', Object.keys(IDS).join(' or '), policy);
}

/**
 * A distributed ring buffer, with the methods of `hazelcast-client`. Each operation also takes `{ timeout, signal }`.
 *
 * It has a fixed capacity (a member's default is 10,000), and lives in one partition. A new item overwrites the oldest. Each item
 * has a sequence, counted from 0. Reading removes nothing: any number of readers read the same items, each at its own position.
 *
 * An item that is `null` or `undefined` rejects with IllegalArgumentError. A number out of range throws RangeError at once, as in the
 * official client.
 */
export interface Ringbuffer<E> extends DistributedObject {
  /** Resolves to the number of items that the ring buffer can hold, by the member's configuration. */
  capacity(options?: CallOptions): Promise<Long>;
  /** Resolves to the number of items. Once a ring buffer without a time to live was filled, this is its capacity. */
  size(options?: CallOptions): Promise<Long>;
  /** Resolves to the sequence of the newest item; −1 before the first was added. */
  tailSequence(options?: CallOptions): Promise<Long>;
  /** Resolves to the sequence of the oldest item. Without items it is one more than the tail's: 0 at first. */
  headSequence(options?: CallOptions): Promise<Long>;
  /**
   * Resolves to the number of items that can be added before one is overwritten whose time to live is not over. Without a time to
   * live it is the capacity.
   */
  remainingCapacity(options?: CallOptions): Promise<Long>;
  /**
   * Adds an item; resolves to its sequence, or to −1 when it was not added.
   *
   * @param overflowPolicy default `OVERWRITE`.
   */
  add(item: E, overflowPolicy?: OverflowPolicy, options?: CallOptions): Promise<Long>;
  /**
   * Adds items in their order; resolves to the sequence of the last one, or to −1 when none was added. Their sequences have gaps if
   * others add items at the same time.
   *
   * @param overflowPolicy default `OVERWRITE`.
   */
  addAll(items: E[], overflowPolicy?: OverflowPolicy, options?: CallOptions): Promise<Long>;
  /**
   * Resolves to the item with this sequence. If that is the next to be added, the call waits for it (on the member) without a
   * limit. `timeout` and `signal` may end the wait: reading removes nothing.
   *
   * Rejects with StaleSequenceError when the item was overwritten or its time to live is over, and with IllegalArgumentError when
   * the sequence is beyond the next item.
   */
  readOne(sequence: number | Long, options?: CallOptions): Promise<E>;
  /**
   * Resolves to items from `startSequence` on. Until there are `minCount`, the call waits (on the member) without a limit.
   * `timeout` and `signal` may end the wait: reading removes nothing.
   *
   * If the item at `startSequence` is gone, reading starts at the oldest item. If the sequence is beyond the next item, the call
   * waits for the next one.
   *
   * @param minCount the fewest items that pass the filter, from 0 to `maxCount`.
   * @param maxCount the most items, up to 1000.
   * @param filter an object of a Java class on the member, an `IFunction<E, Boolean>`; the result has only items for which it
   *   returns true. Default: all items.
   */
  readMany(
    startSequence: number | Long,
    minCount: number,
    maxCount: number,
    filter?: unknown,
    options?: CallOptions,
  ): Promise<ReadResultSet<E>>;
}
