import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from './distributed-object.js';
import type { ItemListener } from './listeners/item-listener.js';

/**
 * The common methods of lists, queues and sets. All items of one collection live in the same partition, which its name decides.
 *
 * Items are serialized when the call is made, and are equal when their bytes are. An item that is `null` or `undefined` rejects
 * with IllegalArgumentError, as does anything but an array where several items are expected.
 */
export interface DistributedCollection<E> extends DistributedObject {
  /** Adds all items; resolves to whether the collection changed. */
  addAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Removes one item that is equal; resolves to whether there was one. */
  remove(item: E, options?: CallOptions): Promise<boolean>;
  /** Removes every item that is equal to one of these; resolves to whether the collection changed. */
  removeAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Removes every item that is equal to none of these; resolves to whether the collection changed. */
  retainAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Resolves to whether an item is equal to this one. */
  contains(item: E, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether the collection has an equal item for each of these; true for an empty array. */
  containsAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Removes every item. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to whether there is no item. */
  isEmpty(options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of items. */
  size(options?: CallOptions): Promise<number>;
  /** Resolves to all items, in one answer. A set's are in no particular order. */
  toArray(options?: CallOptions): Promise<E[]>;
  /**
   * Registers a listener for items that any client or member adds or removes. Its functions run on this thread, in the order in
   * which the member sent the events; errors that they throw are logged.
   *
   * Resolves to the registration's id once every connected member has the registration. A new connection gets it before any call.
   * Events that happen while there is no connection are lost; after `destroy` there are none. Rejects with HazelcastError when a
   * member refuses.
   *
   * @param includeValue whether events carry the item. Default: false for lists and queues, true for sets.
   */
  addItemListener(listener: ItemListener<E>, includeValue?: boolean): Promise<string>;
  /** Removes a listener, which is not called any more from then on. Resolves to whether there was one with this id. */
  removeItemListener(registrationId: string): Promise<boolean>;
}
