import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedCollection } from '../objects/distributed-collection.js';

/**
 * A distributed queue, as `hazelcast-client` has it; first in, first out.
 *
 * Each operation takes `{ timeout, signal }` besides, but for those that take items away (`take`, `poll`, `drainTo`): to give
 * one up would lose the item that came too late. For a wait with an end there is the time of `poll`.
 *
 * Waiting is done by the member, and no deadline of the client's ends it. A waiting call rejects when its connection is lost
 * (TargetDisconnectedError: an item that was on its way is lost, one that was to be put may be in), when the queue is destroyed
 * (DistributedObjectDestroyedError) and when the client is shut down (ClientNotActiveError). No operation is sent a second time
 * when its connection was lost before the answer.
 */
export interface IQueue<E> extends DistributedCollection<E> {
  /** Resolves to true. Rejects with IllegalStateError when the queue is full. */
  add(item: E, options?: CallOptions): Promise<boolean>;
  /** Resolves to true. Rejects with IllegalStateError when there is no room for all, and then none is in. */
  addAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /**
   * Waits at most `time` ms (default 0; negative: for ever) for room; resolves to whether the item is in. After `timeout` or
   * an abort the member may still put it in.
   */
  offer(item: E, time?: number | Long, options?: CallOptions): Promise<boolean>;
  /** Waits for room however long that takes. After `timeout` or an abort the member may still put the item in. */
  put(item: E, options?: CallOptions): Promise<void>;
  /** Takes the first item; resolves to null when there is none after `time` ms (default 0; negative: waits for ever). */
  poll(time?: number | Long): Promise<E | null>;
  /** Takes the first item, and waits for one however long that takes. */
  take(): Promise<E>;
  /** The first item, which stays; null when there is none. */
  peek(options?: CallOptions): Promise<E | null>;
  /**
   * Takes all items, or at most `maxElements` if that is not negative, and appends them to the array. Resolves to their
   * number. Rejects with IllegalArgumentError, with nothing taken, when the first argument is no array.
   */
  drainTo(arr: E[], maxElements?: number): Promise<number>;
  /** How many more items it takes: 2,147,483,647 less its size, unless the member's configuration says less. */
  remainingCapacity(options?: CallOptions): Promise<number>;
}
