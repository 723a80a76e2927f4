import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { EntryListener } from '../objects/listeners/entry-listener.js';
import type { Predicate } from '../query/predicates.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';

/** Compares two values for sorting, like the argument of `Array.prototype.sort`: negative when `a` comes before `b`. */
export type ListComparator<T> = (a: T, b: T) => number;

/**
 * A map whose entries are all held by every member, with the methods of `hazelcast-client`. Each operation also takes `{ timeout,
 * signal }`.
 *
 * The member that owns the key's partition makes a change, and tells the others. They may lag behind for a moment. A change is
 * lost if the member dies before it told the others.
 *
 * Calls on one key go to the owner of its partition. Reads of the whole map go to the owner of the partition of the map's name,
 * so that a client always reads the same replica.
 *
 * Keys and values are serialized when the call is made. A key or value that is `null` or `undefined` throws
 * AssertionError at once, as in the official client; in pairs, and for listeners, it rejects with IllegalArgumentError.
 *
 * The types of results are the official ones, which leave out that a value may be missing. Declare a variable as
 * `ReplicatedMap<K, V, null>` to have it in the types.
 */
export interface ReplicatedMap<K, V, Absent extends null = never> extends DistributedObject {
  /**
   * Stores a value; resolves to the old one, or null.
   *
   * @param ttl milliseconds after which the entry is evicted; 0 (the default): never. The member refuses a negative one with
   *   IllegalArgumentError.
   */
  put(key: K, value: V, ttl?: number | Long, options?: CallOptions): Promise<V | Absent>;
  /** Removes every entry from every member. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to the value of a key, or to null when it has none. */
  get(key: K, options?: CallOptions): Promise<V | Absent>;
  /** Resolves to whether the key has an entry. */
  containsKey(key: K, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether any key has the value. The member looks at every entry. */
  containsValue(value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of entries. */
  size(options?: CallOptions): Promise<number>;
  /** Resolves to whether there is no entry. */
  isEmpty(options?: CallOptions): Promise<boolean>;
  /** Removes an entry; resolves to its value, or null. */
  remove(key: K, options?: CallOptions): Promise<V | Absent>;
  /** Stores many pairs, with one request to one member, which passes them on. When it fails, some may be stored and others not. */
  putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void>;
  /** Resolves to all keys, in no particular order. */
  keySet(options?: CallOptions): Promise<K[]>;
  /**
   * Resolves to all values. Without a comparator they are in no particular order, and each is deserialized when it is first read.
   * With one, all are deserialized and sorted at once on this thread; an error that it throws rejects the promise.
   */
  values(comparator?: ListComparator<V>, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Resolves to all pairs of key and value, in no particular order. */
  entrySet(options?: CallOptions): Promise<[K, V][]>;
  /**
   * Registers a listener for changes of one key's entry while its value matches a predicate. Members test the value after the
   * change.
   *
   * Members send these events: `added`, `removed`, `updated`, `evicted` (also when the time to live is over) and `mapCleared`,
   * which every listener gets, whatever its key and predicate. Events always carry values. The functions run, and the promise
   * settles, as with `IMap.addEntryListener`.
   */
  addEntryListenerToKeyWithPredicate(
    listener: EntryListener<K, V>,
    key: K,
    predicate: Predicate,
  ): Promise<string>;
  /** Registers a listener for changes of entries that match; see {@link addEntryListenerToKeyWithPredicate}. */
  addEntryListenerWithPredicate(listener: EntryListener<K, V>, predicate: Predicate): Promise<string>;
  /** Registers a listener for changes of one key's entry; see {@link addEntryListenerToKeyWithPredicate}. */
  addEntryListenerToKey(listener: EntryListener<K, V>, key: K): Promise<string>;
  /** Registers a listener for changes of all entries; see {@link addEntryListenerToKeyWithPredicate}. */
  addEntryListener(listener: EntryListener<K, V>): Promise<string>;
  /** Removes a listener, which is not called any more from then on. Resolves to whether there was one with this id. */
  removeEntryListener(listenerId: string): Promise<boolean>;
}
