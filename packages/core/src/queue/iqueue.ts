import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedCollection } from '../objects/distributed-collection.js';

/**
 * A distributed queue (first in, first out), with the methods of `hazelcast-client`.
 *
 * Each operation also takes `{ timeout, signal }`, except those that remove items (`take`, `poll`, `drainTo`): an item removed
 * after you gave up would be lost. To limit a wait, use the `time` of `poll`.
 *
 * The member does the waiting, and no default limit of the client ends it. A waiting call rejects
 *
 * - with TargetDisconnectedError when the connection is lost: an item on its way to you is lost, one that you put may be in;
 * - with DistributedObjectDestroyedError when the queue is destroyed;
 * - with ClientNotActiveError when the client is shut down.
 *
 * No operation is sent again when the connection is lost before the answer.
 *
 * The types of results are the official ones, which leave out that an item may be missing. Declare a variable as `IQueue<E,
 * null>` to have it in the types.
 */
export interface IQueue<E, Absent extends null = never> extends DistributedCollection<E> {
  /** Appends an item; resolves to true. Rejects with IllegalStateError when the queue is full. */
  add(item: E, options?: CallOptions): Promise<boolean>;
  /** Form for `items.map(queue.add, queue)`: the surplus arguments that `Array.map` passes are ignored. */
  add(item: E): Promise<boolean>;
  /** Appends all items; resolves to true. Rejects with IllegalStateError, and appends none, when there is no room for all. */
  addAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /**
   * Appends an item, waiting for room for at most `time` ms (default 0; negative: without a limit). Resolves to whether it was
   * appended. After `timeout` or an abort the member may still append it.
   */
  offer(item: E, time?: number | Long, options?: CallOptions): Promise<boolean>;
  /** Appends an item, waiting for room without a limit. After `timeout` or an abort the member may still append it. */
  put(item: E, options?: CallOptions): Promise<void>;
  /** Removes the first item, waiting for one for at most `time` ms (default 0; negative: without a limit). Resolves to it, or null. */
  poll(time?: number | Long): Promise<E | Absent>;
  /** Removes the first item, waiting for one without a limit. Resolves to it. */
  take(): Promise<E>;
  /** Resolves to the first item, without removing it, or to null. */
  peek(options?: CallOptions): Promise<E | Absent>;
  /**
   * Removes all items, or at most `maxElements` if that is not negative, and appends them to an array, or to another object by its `push`. Resolves to their number.
   * Rejects with IllegalArgumentError, and removes nothing, when the first argument is not an array.
   */
  drainTo(arr: E[], maxElements?: number): Promise<number>;
  /**
   * Resolves to the number of items for which there is room: 2,147,483,647 minus the size, or less by the member's configuration.
   */
  remainingCapacity(options?: CallOptions): Promise<number>;
}
