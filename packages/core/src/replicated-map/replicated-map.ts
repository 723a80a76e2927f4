import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { EntryListener } from '../objects/listeners/entry-listener.js';
import type { Predicate } from '../query/predicates.js';
import type { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';

/** Negative when `a` comes before `b`, as `Array.prototype.sort` has it. */
export type ListComparator<T> = (a: T, b: T) => number;

/**
 * A map of which every member holds all entries, as `hazelcast-client` has it; each operation takes `{ timeout, signal }` besides.
 *
 * A change is made by the member that owns the key's partition, which tells the others: they may be behind it for a moment, and
 * a change is lost that its member had not passed on when it died. Calls on one key go to the owner of its partition; those on the
 * whole map that only read go to the owner of the partition of the map's name, so that one client looks at one replica.
 *
 * Keys and values are serialized when the call is made. A key or value that is `null` or `undefined` rejects with
 * IllegalArgumentError.
 */
export interface ReplicatedMap<K, V> extends DistributedObject {
  /**
   * Resolves to the value before, or null.
   *
   * @param ttl milliseconds after which the entry is evicted; 0 (the default): never. A negative one is refused with
   *   IllegalArgumentError, by the member.
   */
  put(key: K, value: V, ttl?: number | Long, options?: CallOptions): Promise<V | null>;
  /** Removes every entry from every member. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to the value, or null. */
  get(key: K, options?: CallOptions): Promise<V | null>;
  /** Resolves to whether the key has an entry. */
  containsKey(key: K, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether any key has the value. It looks at every entry. */
  containsValue(value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of entries. */
  size(options?: CallOptions): Promise<number>;
  /** Resolves to whether there is no entry. */
  isEmpty(options?: CallOptions): Promise<boolean>;
  /** Resolves to the value before, or null. */
  remove(key: K, options?: CallOptions): Promise<V | null>;
  /** One request to one member, which passes the entries on. When that fails, some of them may be there and others not. */
  putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void>;
  /** In no particular order; so are the next two. */
  keySet(options?: CallOptions): Promise<K[]>;
  /**
   * Each value is deserialized when it is first looked at. With a comparator all of them are, and sorted in one go on this
   * thread; what the comparator throws, the promise rejects with.
   */
  values(comparator?: ListComparator<V>, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Resolves to pairs of key and value. */
  entrySet(options?: CallOptions): Promise<[K, V][]>;
  /**
   * Tells a listener what happens to the entry of one key while its value matches. Members look at the value after the change.
   *
   * Of its functions, members of this structure call `added`, `removed`, `updated`, `evicted` (also when the time to live is
   * over) and `mapCleared`, which every listener hears, whatever its key and predicate. Events always carry values. Otherwise as
   * `IMap.addEntryListener`.
   */
  addEntryListenerToKeyWithPredicate(
    listener: EntryListener<K, V>,
    key: K,
    predicate: Predicate,
  ): Promise<string>;
  /** The same for all entries that match. */
  addEntryListenerWithPredicate(listener: EntryListener<K, V>, predicate: Predicate): Promise<string>;
  /** The same for the entry of one key. */
  addEntryListenerToKey(listener: EntryListener<K, V>, key: K): Promise<string>;
  /** The same for all entries. */
  addEntryListener(listener: EntryListener<K, V>): Promise<string>;
  /** Resolves to whether there was such a listener. It hears nothing more from the call on. */
  removeEntryListener(listenerId: string): Promise<boolean>;
}
