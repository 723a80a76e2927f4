import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { EntryListener } from '../objects/listeners/entry-listener.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';

/**
 * A distributed map whose keys have any number of values, with the methods of `hazelcast-client`. Each operation also takes
 * `{ timeout, signal }`. `lock` and `tryLock` do not: a lock granted after you gave up would stay locked.
 *
 * The member's configuration of the multimap, `value-collection-type`, decides how a key holds its values. `SET` (the default)
 * keeps each value once and in no order, `LIST` keeps repeated values and their order.
 *
 * Keys and values are serialized when the call is made. A key or value that is `null` or `undefined` rejects with
 * IllegalArgumentError. Durations are milliseconds.
 */
export interface MultiMap<K, V> extends DistributedObject {
  /** Adds a value to a key; resolves to false when the values are a set that already had it. */
  put(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the key's values; empty if it has none. Each is deserialized when it is first read. */
  get(key: K, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Removes a value from a key; one of them, if it is there repeatedly. Resolves to whether it was there. */
  remove(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** Removes all values of a key; resolves to them. Each is deserialized when it is first read. */
  removeAll(key: K, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Resolves to all keys, in no particular order. */
  keySet(options?: CallOptions): Promise<K[]>;
  /** Resolves to the values of all keys, in no particular order. Each is deserialized when it is first read. */
  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Resolves to a pair for each value, in no particular order. A key with several values is in several pairs. */
  entrySet(options?: CallOptions): Promise<[K, V][]>;
  /** Resolves to whether the key has any value. */
  containsKey(key: K, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether any key has the value. */
  containsValue(value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether the key has this value. */
  containsEntry(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of values of all keys. */
  size(options?: CallOptions): Promise<number>;
  /** Removes every key that is not locked, with its values. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to the number of values of one key. */
  valueCount(key: K, options?: CallOptions): Promise<number>;
  /**
   * Registers a listener for changes of the multimap's entries, or of those of one key. Members send these events: `added` and
   * `removed`, one for each value, and `mapCleared`, with the number of keys. Every listener gets `mapCleared`, whatever its key.
   * The functions run, and the promise settles, as with `IMap.addEntryListener`.
   *
   * @param key default: the entries of all keys.
   * @param includeValue whether events carry values. Default true.
   */
  addEntryListener(listener: EntryListener<K, V>, key?: K, includeValue?: boolean): Promise<string>;
  /** Removes a listener, which is not called any more from then on. Resolves to whether there was one with this id. */
  removeEntryListener(listenerId: string): Promise<boolean>;
  /**
   * Waits until the key is locked, without a limit. The key need not have values.
   *
   * The owner of the lock is the current `LockContext`, or else this client. The owner may lock the key again, and must unlock
   * it as often. Meanwhile `put`, `remove` and `removeAll` of the key by others wait; reads and `putAll` do not. The lock ends
   * after `leaseMillis` (default −1: never), or when the client is gone.
   */
  lock(key: K, leaseMillis?: number): Promise<void>;
  /** Resolves to whether anyone has locked the key. */
  isLocked(key: K, options?: CallOptions): Promise<boolean>;
  /**
   * Locks the key, waiting for at most `timeoutMillis` (on the member; default 0). Resolves to whether it is locked. The lock
   * ends after `leaseMillis` (default −1: when it is unlocked).
   */
  tryLock(key: K, timeoutMillis?: number, leaseMillis?: number): Promise<boolean>;
  /** Unlocks the key once. Rejects with IllegalMonitorStateError when the lock has another owner, or none. */
  unlock(key: K, options?: CallOptions): Promise<void>;
  /** Unlocks the key, even if another owner has locked it, and however often. */
  forceUnlock(key: K, options?: CallOptions): Promise<void>;
  /**
   * Adds values to keys, with one request for each partition. Requests succeed or fail one by one, and the promise rejects with
   * the first failure. It does not wait for locks of the keys.
   */
  putAll(pairs: readonly (readonly [K, readonly V[]])[], options?: CallOptions): Promise<void>;
}
