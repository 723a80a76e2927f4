import type { TransactionalObject } from './transactional-object.js';

/**
 * A multimap as a transaction sees it: with the transaction's own changes, which nobody else sees before the commit.
 *
 * A change locks its key until the end of the transaction. If another owner has locked it, the call waits for at most the
 * `timeoutMillis` of the transaction, and then rejects with ConcurrentModificationError; the transaction may go on. Otherwise its
 * methods reject as those of `TransactionalMap`.
 */
export interface TransactionalMultiMap<K, V> extends TransactionalObject {
  /** Adds a value to a key. Resolves to false when the key has it already, and keeps each value once. */
  put(key: K, value: V): Promise<boolean>;
  /** Resolves to the values of a key. */
  get(key: K): Promise<V[]>;
  /** Removes a value from a key; one of them, if it is there repeatedly. Resolves to whether it was there. */
  remove(key: K, value: V): Promise<boolean>;
  /** Removes all values of a key; resolves to them. */
  removeAll(key: K): Promise<V[]>;
  /** Resolves to the number of values of a key. */
  valueCount(key: K): Promise<number>;
  /** Resolves to the number of values of all keys. */
  size(): Promise<number>;
}
