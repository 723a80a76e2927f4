import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from './distributed-object.js';
import type { ItemListener } from './listeners/item-listener.js';

/**
 * What lists, queues and sets have in common. Each lives, whole, in the one partition that its name says.
 *
 * Items are serialized when the call is made, and are equal when their bytes are. An item that is `null` or `undefined`
 * rejects with IllegalArgumentError, as does anything but an array where several items are expected.
 */
export interface DistributedCollection<E> extends DistributedObject {
  /** Resolves to whether it changed. */
  addAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Removes one item that is equal; resolves to whether there was one. */
  remove(item: E, options?: CallOptions): Promise<boolean>;
  /** Removes every item that is equal to one of these; resolves to whether it changed. */
  removeAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Removes every item that is equal to none of these; resolves to whether it changed. */
  retainAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Resolves to whether an item is equal to this one. */
  contains(item: E, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether each of these has an equal item; true for none. */
  containsAll(items: readonly E[], options?: CallOptions): Promise<boolean>;
  /** Removes every item. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to whether there is no item. */
  isEmpty(options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of items. */
  size(options?: CallOptions): Promise<number>;
  /** All items as they are now, in one answer. A set's are in no particular order. */
  toArray(options?: CallOptions): Promise<E[]>;
  /**
   * Tells a listener which items are added and removed, by any client or member. Its functions run on this thread, in the order in which the member
   * sent the events; what they throw is logged.
   *
   * Resolves to the registration's id once every connected member has it. New connections get it before they carry calls; what
   * happens while there is no connection is not told, and after `destroy` nothing is. Rejects with HazelcastError when a
   * member refuses.
   *
   * @param includeValue whether events carry the item. Default: false for lists and queues, true for sets.
   */
  addItemListener(listener: ItemListener<E>, includeValue?: boolean): Promise<string>;
  /** Resolves to whether there was such a listener. It hears nothing more from the call on. */
  removeItemListener(registrationId: string): Promise<boolean>;
}
