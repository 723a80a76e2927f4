import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { MapListener } from '../objects/listeners/entry-listener.js';
import type { Aggregator } from '../query/aggregators.js';
import type { IndexConfig } from '../query/index-config.js';
import type { Predicate } from '../query/predicates.js';
import type { Projection } from '../query/projections.js';
import type { Transform } from '../transforms/transform.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';
import type { SimpleEntryView } from './simple-entry-view.js';

/**
 * A distributed map, with the methods of `hazelcast-client`. Each operation on entries also takes `{ timeout, signal }` as its
 * last argument. `lock` and `tryLock` do not: a lock granted after you gave up would stay locked.
 *
 * Keys and values are serialized when the call is made; later changes of an object have no effect. A key, a value or
 * another argument that is `null` or `undefined` throws AssertionError at once, as in the official client. A misspelt option rejects
 * with IllegalArgumentError; other surplus arguments are ignored.
 *
 * Durations are milliseconds: numbers, whose fractions are rounded up, or `Long`s. Members count them in seconds. `ttl` 0 and
 * `maxIdle` 0 mean for ever; without them the member's configuration of the map applies.
 *
 * The types of results are the official ones, which leave out that a value may be missing. Declare a variable as `IMap<K, V,
 * null>` to have it in the types.
 */
export interface IMap<K, V, Absent extends null = never> extends DistributedObject {
  /** Resolves to the value of a key, or to null when it has none. */
  get(key: K, options?: CallOptions): Promise<V | Absent>;
  /** Stores a value; resolves to the old one, or null. `set` is cheaper when you do not need the old value. */
  put(
    key: K,
    value: V,
    ttl?: number | Long,
    maxIdle?: number | Long,
    options?: CallOptions,
  ): Promise<V | Absent>;
  /** Stores a value, which replaces the old one. */
  set(key: K, value: V, ttl?: number | Long, maxIdle?: number | Long, options?: CallOptions): Promise<void>;
  /** Stores the value if the key has none, and then resolves to null. Otherwise resolves to the value it has. */
  putIfAbsent(
    key: K,
    value: V,
    ttl?: number | Long,
    maxIdle?: number | Long,
    options?: CallOptions,
  ): Promise<V | Absent>;
  /**
   * Stores many pairs, with one request for each partition. Either all requests are sent, or none: then it rejects with
   * BackpressureError, because of a limit of `runtime`.
   *
   * Requests succeed or fail one by one. The promise rejects with the first failure; other pairs may be stored by then, or
   * later. It does not wait for locks of the keys.
   */
  putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void>;
  /** Stores many pairs as `putAll` does, but does not load the old values from the map store. */
  setAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void>;
  /**
   * Resolves to those entries of the keys that exist, in no particular order.
   *
   * Thousands of keys that are strings or numbers are serialized over several turns of the event loop; later calls on this map
   * wait for that. Keys that are objects are serialized at once. Long answers are read over several turns, too.
   */
  getAll(keys: readonly K[], options?: CallOptions): Promise<[K, V][]>;
  /** Removes an entry; resolves to its value, or null. */
  remove(key: K, value?: undefined, options?: CallOptions): Promise<V | Absent>;
  /** Removes the entry if it has this value; resolves to whether it did. */
  remove(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /**
   * Removes an entry; with a value that is not undefined, only if the entry has this value. Resolves to the old value or null
   * without a value, and to a boolean with one.
   */
  remove(key: K, value?: V, options?: CallOptions): Promise<V | Absent | boolean>;
  /** Removes an entry. Cheaper than `remove`, because the old value is not sent. */
  delete(key: K, options?: CallOptions): Promise<void>;
  /** Resolves to whether the key has an entry. This counts as an access, like `get`: it prolongs `maxIdle`. */
  containsKey(key: K, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether an entry has this value. */
  containsValue(value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of entries. All members are asked, not all at the same moment. */
  size(options?: CallOptions): Promise<number>;
  /** Resolves to whether there is no entry. */
  isEmpty(options?: CallOptions): Promise<boolean>;
  /** Removes every entry, in the map store too, except those whose keys are locked. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to all keys, in no particular order. */
  keySet(options?: CallOptions): Promise<K[]>;
  /** Resolves to all values, in no particular order. Each is deserialized when it is first read. */
  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Resolves to all pairs of key and value, in no particular order. The whole answer is held in memory. */
  entrySet(options?: CallOptions): Promise<[K, V][]>;
  /** Resolves to the keys of the entries that match. Rejects with IllegalArgumentError for anything but a predicate. */
  keySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<K[]>;
  /**
   * Resolves to the values of the entries that match. Each is deserialized when it is first read. Rejects with
   * IllegalArgumentError for anything but a predicate.
   */
  valuesWithPredicate(predicate: Predicate, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /**
   * Resolves to pairs of key and value of the entries that match. Rejects with IllegalArgumentError for anything but a
   * predicate.
   */
  entrySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<[K, V][]>;
  /** Replaces the value of an existing entry; resolves to the old value, or to null when there was no entry. */
  replace(key: K, value: V, options?: CallOptions): Promise<V | Absent>;
  /** Replaces the value if it is `oldValue`; resolves to whether it did. */
  replaceIfSame(key: K, oldValue: V, newValue: V, options?: CallOptions): Promise<boolean>;
  /** Stores a value, waiting for the key's lock for at most `timeout` ms (on the member). Resolves to whether it was stored. */
  tryPut(key: K, value: V, timeout: number, options?: CallOptions): Promise<boolean>;
  /** Removes an entry, waiting for the key's lock for at most `timeout` ms (on the member). Resolves to whether it was removed. */
  tryRemove(key: K, timeout: number, options?: CallOptions): Promise<boolean>;
  /** Removes an entry from memory, but not from the map store; resolves to whether there was one. */
  evict(key: K, options?: CallOptions): Promise<boolean>;
  /**
   * Stores a value in memory only, not in the map store. After an eviction the entry has the map store's value again, or none.
   */
  putTransient(
    key: K,
    value: V,
    ttl?: number | Long,
    maxIdle?: number | Long,
    options?: CallOptions,
  ): Promise<void>;
  /** Writes changes that the map store does not have yet; resolves when it has them. It does nothing without a map store. */
  flush(options?: CallOptions): Promise<void>;
  /**
   * Loads entries from the map store; resolves when the members have begun. Rejects with the member's error without a map store.
   *
   * @param keys default: all keys that the map store names.
   * @param replaceExistingValues whether values in memory are replaced. Default true.
   */
  loadAll(keys?: readonly K[], replaceExistingValues?: boolean, options?: CallOptions): Promise<void>;
  /** Removes the entries that match. Rejects with IllegalArgumentError for anything but a predicate, and for a paging predicate. */
  removeAll(predicate: Predicate, options?: CallOptions): Promise<void>;
  /**
   * Adds an index, which makes queries faster and writes a little slower. Resolves when all members have it. If an index of that name
   * exists, it stays as it is. Rejects with IllegalArgumentError, which names the wrong option.
   */
  addIndex(index: IndexConfig, options?: CallOptions): Promise<void>;
  /**
   * Resolves to one value made of all entries, by the members: a count, a sum, a maximum. Rejects with the member's error if a
   * value is of another type than the aggregator's.
   */
  aggregate<R>(aggregator: Aggregator<R>, options?: CallOptions): Promise<R>;
  /** Resolves to one value made of the entries that match; see {@link aggregate}. Rejects with IllegalArgumentError for a paging predicate. */
  aggregateWithPredicate<R>(
    aggregator: Aggregator<R>,
    predicate: Predicate,
    options?: CallOptions,
  ): Promise<R>;
  /** Resolves to some fields of each entry, which transfers less than the values. The official client has no projections. */
  project<R>(projection: Projection<R>, options?: CallOptions): Promise<R[]>;
  /** Resolves to some fields of the entries that match. Rejects with IllegalArgumentError for a paging predicate. */
  projectWithPredicate<R>(
    projection: Projection<R>,
    predicate: Predicate,
    options?: CallOptions,
  ): Promise<R[]>;
  /**
   * Runs an entry processor on the member that owns the key, while nobody else changes the entry. Resolves to its result, which
   * may be null. The entry need not exist.
   *
   * @param entryProcessor an object of a class that members have, such as an IdentifiedDataSerializable. Rejects with the
   * member's error if it does not know the class.
   */
  executeOnKey(key: K, entryProcessor: unknown, options?: CallOptions): Promise<V | Absent>;
  /** Runs an entry processor on each of the keys; resolves to pairs of key and result, without those whose result is null. */
  executeOnKeys(keys: readonly K[], entryProcessor: unknown, options?: CallOptions): Promise<[K, V][]>;
  /** Runs an entry processor on all entries, or on those that match; resolves to pairs of key and result, as {@link executeOnKeys}. */
  executeOnEntries(entryProcessor: unknown, predicate?: Predicate, options?: CallOptions): Promise<[K, V][]>;
  /** Removes every entry from memory, but not from the map store, except those whose keys are locked. */
  evictAll(options?: CallOptions): Promise<void>;
  /** Sets the time to live of an entry, counted from now; resolves to whether the entry exists. */
  setTtl(key: K, ttl: number | Long, options?: CallOptions): Promise<boolean>;
  /** Resolves to an entry's value, statistics and times, or to null when there is no entry. */
  getEntryView(key: K, options?: CallOptions): Promise<SimpleEntryView<K, V> | Absent>;
  /**
   * Waits until the key is locked, without a limit. The key need not have an entry.
   *
   * The owner of the lock is the current `LockContext`, or else this client. The owner may lock the key again, and must unlock
   * it as often. Changes of the key by others wait meanwhile. The lock ends after `leaseTime` ms (default −1: never), or when the
   * client is gone.
   */
  lock(key: K, leaseTime?: number | Long): Promise<void>;
  /**
   * Locks the key, waiting for at most `timeout` ms (on the member; default 0). Resolves to whether it is locked. The lock ends
   * after `leaseTime` ms (default −1: when it is unlocked).
   */
  tryLock(key: K, timeout?: number | Long, leaseTime?: number | Long): Promise<boolean>;
  /** Unlocks the key once. Rejects with IllegalMonitorStateError when the lock has another owner, or none. */
  unlock(key: K, options?: CallOptions): Promise<void>;
  /** Unlocks the key, even if another owner has locked it, and however often. */
  forceUnlock(key: K, options?: CallOptions): Promise<void>;
  /** Resolves to whether anyone has locked the key. */
  isLocked(key: K, options?: CallOptions): Promise<boolean>;
  /**
   * Registers a listener for changes of the map's entries, or of the entry of one key. Its functions run on this thread, in the
   * order in which each member sent the events. An error that they throw is logged.
   *
   * Resolves to the registration's id once every connected member has the registration. A new connection gets it before any
   * call. Events that happen while there is no connection to a member are lost. Rejects with HazelcastError when a member
   * refuses, with IllegalArgumentError for an invalid listener.
   *
   * @param key default: the entries of all keys.
   * @param includeValue whether events carry values. Default false.
   */
  addEntryListener(listener: MapListener<K, V>, key?: K, includeValue?: boolean): Promise<string>;
  /**
   * Registers a listener for changes of entries that match a predicate; see {@link addEntryListener}. Members test the value
   * after the change, or the removed one.
   */
  addEntryListenerWithPredicate(
    listener: MapListener<K, V>,
    predicate: Predicate,
    key?: K,
    includeValue?: boolean,
  ): Promise<string>;
  /** Removes a listener, which is not called any more from then on. Resolves to whether there was one with this id. */
  removeEntryListener(listenerId: string): Promise<boolean>;
  /**
   * Runs a function on the value of a key (null when it has none) in a compute thread, and resolves to its result. This thread
   * never touches the value's bytes. Limits are given with `transform.with({ timeout, signal })`.
   *
   * Rejects with TransformError when the function throws (its error is the `cause`), cannot be loaded, returns a value that
   * cannot be sent between threads, or loses its thread. Rejects with BackpressureError beyond `runtime.transforms.maxQueue`.
   */
  getTransformed<Args extends readonly unknown[], R>(
    key: K,
    transform: Transform<V | null, Args, R>,
    ...args: Args
  ): Promise<R>;
  /**
   * Runs a function on the value of each key in compute threads; see {@link getTransformed}. Resolves to pairs of key and result for
   * the keys that exist, in the order of `keys`. Rejects with the first error.
   */
  getAllTransformed<Args extends readonly unknown[], R>(
    keys: readonly K[],
    transform: Transform<V, Args, R>,
    ...args: Args
  ): Promise<[K, R][]>;
}
