import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { EntryListener } from '../objects/listeners/entry-listener.js';
import type { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';

/**
 * A distributed map whose keys have any number of values, as `hazelcast-client` has it; each operation takes `{ timeout, signal }`
 * besides, but for `lock` and `tryLock`: to give those up would lose a lock that came too late.
 *
 * Whether a key can have the same value twice, and whether its values are in the order in which they were put, is the member's
 * configuration of the multimap: its `value-collection-type` is `SET` (the default: neither) or `LIST` (both).
 *
 * Keys and values are serialized when the call is made. A key or value that is `null` or `undefined` rejects with
 * IllegalArgumentError. Durations are milliseconds.
 */
export interface MultiMap<K, V> extends DistributedObject {
  /** Resolves to whether the value was added: false when a set of values had it. */
  put(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the key's values, none if it has none. Each is deserialized when it is first looked at. */
  get(key: K, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** Removes one value of a key, once; resolves to whether it was there. */
  remove(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** Removes all values of a key; resolves to them. */
  removeAll(key: K, options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** In no particular order, as the next two. */
  keySet(options?: CallOptions): Promise<K[]>;
  /** The values of all keys. */
  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>>;
  /** A pair for each value: a key with several comes several times. */
  entrySet(options?: CallOptions): Promise<[K, V][]>;
  /** Resolves to whether the key has any value. */
  containsKey(key: K, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether any key has the value. */
  containsValue(value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to whether the key has this value. */
  containsEntry(key: K, value: V, options?: CallOptions): Promise<boolean>;
  /** Resolves to the number of values of all keys. */
  size(options?: CallOptions): Promise<number>;
  /** Removes every key that nobody has locked. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to the number of values of one key. */
  valueCount(key: K, options?: CallOptions): Promise<number>;
  /**
   * Tells a listener what happens to the multimap's entries, or to those of one key. Of its functions, members of this structure
   * call `added` and `removed`, once a value, and `mapCleared`, with the number of keys and whatever the listener's key.
   * Otherwise as `IMap.addEntryListener`.
   *
   * @param includeValue whether events carry values. Default true.
   */
  addEntryListener(listener: EntryListener<K, V>, key?: K, includeValue?: boolean): Promise<string>;
  /** Resolves to whether there was such a listener. It hears nothing more from the call on. */
  removeEntryListener(listenerId: string): Promise<boolean>;
  /**
   * Resolves when the key is locked, however long that takes. It need not have values. The lock is this client's, or the current
   * `LockContext`'s; its owner may take it again, and has to give it back as often. While it is held, `put`, `remove` and
   * `removeAll` of the key by anyone else wait; reads and `putAll` do not. It is free again after `leaseMillis` (default −1:
   * never) or when the client is gone.
   */
  lock(key: K, leaseMillis?: number): Promise<void>;
  /** Resolves to whether anyone has locked the key. */
  isLocked(key: K, options?: CallOptions): Promise<boolean>;
  /**
   * Waits at most `timeoutMillis` (on the member; default 0) for the key's lock; resolves to whether it was taken, for
   * `leaseMillis` (default −1: until it is given back).
   */
  tryLock(key: K, timeoutMillis?: number, leaseMillis?: number): Promise<boolean>;
  /** Gives the lock back once. Rejects with IllegalMonitorStateError when its owner is another, or nobody. */
  unlock(key: K, options?: CallOptions): Promise<void>;
  /** Frees the key, whoever has locked it and however often. */
  forceUnlock(key: K, options?: CallOptions): Promise<void>;
  /**
   * Adds each value to its key, by one request a partition; they succeed or fail one by one, and the promise rejects with the first
   * failure. Locks do not hold it up.
   */
  putAll(pairs: readonly (readonly [K, readonly V[]])[], options?: CallOptions): Promise<void>;
}
