import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { MapListener } from '../objects/listeners/entry-listener.js';
import type { Predicate } from '../query/predicates.js';
import type { Transform } from '../transforms/transform.js';
import type { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';
import type { SimpleEntryView } from '../values/simple-entry-view.js';

/**
 * A distributed map, as `hazelcast-client` has it; each operation on its entries takes `{ timeout, signal }` as its last
 * argument besides, but for `lock` and `tryLock`: to give those up would lose a lock that came too late.
 *
 * Keys and values are serialized when the call is made: what happens to an object afterwards changes nothing. A key or
 * value that is `null` or `undefined` rejects with IllegalArgumentError, as does an option of a call that is none. Durations
 * are milliseconds, whole numbers or `Long`s, which members count in seconds; `ttl` 0 and `maxIdle` 0 mean for ever, and
 * leaving them out means what the member's configuration of this map says.
 */
export interface IMap<K, V> extends DistributedObject {
  /** Resolves to the value, or null. */
  get(key: K, options?: CallOptions): Promise<V | null>;
  /** Resolves to the value before, or null. `set` is cheaper where that is not needed. */
  put(
    key: K,
    value: V,
    ttl?: number | Long,
    maxIdle?: number | Long,
    options?: CallOptions,
  ): Promise<V | null>;
  /** Stores the value, which takes the place of the one before. */
  set(key: K, value: V, ttl?: number | Long, maxIdle?: number | Long, options?: CallOptions): Promise<void>;
  /** Resolves to null when the entry was made, to the value already there otherwise. */
  putIfAbsent(
    key: K,
    value: V,
    ttl?: number | Long,
    maxIdle?: number | Long,
    options?: CallOptions,
  ): Promise<V | null>;
  /**
   * One request a partition, all of them or (past a limit of `runtime`: BackpressureError) none. They succeed or fail one by
   * one, and the promise rejects with the first failure: other pairs may be stored by then, or later. Locks do not hold it up.
   */
  putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void>;
  /** As `putAll`, without loading the values before from the map store. */
  setAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void>;
  /**
   * Resolves to the entries that exist, in no particular order. Thousands of keys that are strings or numbers are serialized
   * over several turns of the loop, and calls on this map that are made meanwhile wait for that; objects among them are
   * serialized when the call is made. Long answers are read over several turns, too.
   */
  getAll(keys: readonly K[], options?: CallOptions): Promise<[K, V][]>;
  /** Resolves to the value before, or null. */
  remove(key: K, value?: undefined, options?: CallOptions): Promise<V | null>;
  /** Removes only an entry with this value; resolves to whether it did. */
  remove(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** `remove` without the value before: cheaper. */
  delete(key: K, options?: CallOptions): Promise<void>;
  /** Resolves to whether the key has an entry. Counts as an access, as `get` does: it prolongs `maxIdle`. */
  containsKey(key: K, options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of entries: all members are asked, each at a moment of its own. */
  size(options?: CallOptions): Promise<number>;
  /** Resolves to whether there is no entry. */
  isEmpty(options?: CallOptions): Promise<boolean>;
  /** Removes every entry but those whose keys are locked, in the map store too. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to all keys, in no particular order. */
  keySet(options?: CallOptions): Promise<K[]>;
  /** Each value is deserialized when it is first looked at. */
  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Resolves to all pairs of key and value, in no particular order. A large map is a large answer: all of it is in memory. */
  entrySet(options?: CallOptions): Promise<[K, V][]>;
  /** Of the entries that match. What is not one of `Predicates` rejects with IllegalArgumentError. */
  keySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<K[]>;
  /** As `keySetWithPredicate`, the values; each is deserialized when it is first looked at. */
  valuesWithPredicate(predicate: Predicate, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** As `keySetWithPredicate`, pairs of key and value. */
  entrySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<[K, V][]>;
  /** Replaces only an existing entry; resolves to the value before, or null when there was none. */
  replace(key: K, value: V, options?: CallOptions): Promise<V | null>;
  /** Replaces only an entry with this value; resolves to whether it did. */
  replaceIfSame(key: K, oldValue: V, newValue: V, options?: CallOptions): Promise<boolean>;
  /** Waits at most `timeout` ms (on the member) for the key's lock; resolves to whether the value was put. */
  tryPut(key: K, value: V, timeout: number, options?: CallOptions): Promise<boolean>;
  /** Waits at most `timeout` ms (on the member) for the key's lock; resolves to whether the entry was removed. */
  tryRemove(key: K, timeout: number, options?: CallOptions): Promise<boolean>;
  /** Drops the entry from memory, not from the map store; resolves to whether there was one. */
  evict(key: K, options?: CallOptions): Promise<boolean>;
  /** Drops every entry but those whose keys are locked from memory, not from the map store. */
  evictAll(options?: CallOptions): Promise<void>;
  /** Sets the time to live of an entry, from now on; resolves to whether the entry was there. */
  setTtl(key: K, ttl: number | Long, options?: CallOptions): Promise<boolean>;
  /** Resolves to what the member knows of the entry, or null. */
  getEntryView(key: K, options?: CallOptions): Promise<SimpleEntryView<K, V> | null>;
  /**
   * Resolves when the key is locked, however long that takes. It need not have an entry. The lock is this client's, or the
   * current `LockContext`'s; its owner may take it again, and has to give it back as often. While it is held, changes of
   * the key by anyone else wait. It is free again after `leaseTime` ms (default −1: never) or when the client is gone.
   */
  lock(key: K, leaseTime?: number | Long): Promise<void>;
  /**
   * Waits at most `timeout` ms (on the member; default 0) for the key's lock; resolves to whether it was taken, for
   * `leaseTime` ms (default −1: until it is given back).
   */
  tryLock(key: K, timeout?: number | Long, leaseTime?: number | Long): Promise<boolean>;
  /** Gives the lock back once. Rejects with IllegalMonitorStateError when its owner is another, or nobody. */
  unlock(key: K, options?: CallOptions): Promise<void>;
  /** Frees the key, whoever has locked it and however often. */
  forceUnlock(key: K, options?: CallOptions): Promise<void>;
  /** Resolves to whether anyone has locked the key. */
  isLocked(key: K, options?: CallOptions): Promise<boolean>;
  /**
   * Tells a listener what happens to the map's entries, whoever did it, or to the entry of one key. Its functions run on this
   * thread, in the order in which each member sent the events; what they throw is logged.
   *
   * Resolves to the registration's id once every connected member has it. New connections get it before they carry calls; what
   * happens while there is no connection to a member is not told. Rejects with HazelcastError when a member refuses.
   *
   * @param includeValue whether events carry values. Default false.
   */
  addEntryListener(listener: MapListener<K, V>, key?: K, includeValue?: boolean): Promise<string>;
  /**
   * As `addEntryListener`, for events of entries that match. Members look at the value after the change, or at the one that
   * was removed.
   */
  addEntryListenerWithPredicate(
    listener: MapListener<K, V>,
    predicate: Predicate,
    key?: K,
    includeValue?: boolean,
  ): Promise<string>;
  /** Resolves to whether there was such a listener. It hears nothing more from the call on. */
  removeEntryListener(listenerId: string): Promise<boolean>;
  /**
   * Resolves to what a function gives for the value (null when there is none), run in a compute thread: this thread never
   * touches the value's bytes. Time and signal come with `transform.with({ timeout, signal })`.
   *
   * Rejects with TransformError when the function throws (that is its `cause`), cannot be loaded, gives what cannot cross
   * between threads, or loses its thread; with BackpressureError past `runtime.transforms.maxQueue`.
   */
  getTransformed<Args extends readonly unknown[], R>(
    key: K,
    transform: Transform<V | null, Args, R>,
    ...args: Args
  ): Promise<R>;
  /** `getTransformed` for many: each key that exists with its result, in the order of `keys`. Rejects with the first error. */
  getAllTransformed<Args extends readonly unknown[], R>(
    keys: readonly K[],
    transform: Transform<V, Args, R>,
    ...args: Args
  ): Promise<[K, R][]>;
}
