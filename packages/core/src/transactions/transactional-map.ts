import type Long from 'long';
import type { Predicate } from '../query/predicates.js';
import type { TransactionalObject } from './transactional-object.js';

/**
 * A map as a transaction sees it: with the transaction's own changes, which nobody else sees before the commit.
 *
 * A change, and `getForUpdate`, locks its key until the end of the transaction. If another owner has locked it, the call waits for
 * at most the `timeoutMillis` of the transaction, and then rejects with TransactionTimedOutError; the transaction may go on. Reads lock
 * nothing: what they have read may be changed by others until the commit.
 *
 * All methods reject with TransactionNotActiveError when no transaction is active, and with TransactionError when its connection is
 * lost meanwhile. They take no options: the transaction has its `timeoutMillis`.
 */
export interface TransactionalMap<K, V> extends TransactionalObject {
  /** Resolves to the value of a key, or to null when it has none. */
  get(key: K): Promise<V | null>;
  /** Locks a key, and resolves to its value, or to null when it has none: it stays as it is until the end of the transaction. */
  getForUpdate(key: K): Promise<V | null>;
  /** Resolves to whether the key has an entry. */
  containsKey(key: K): Promise<boolean>;
  /** Resolves to the number of entries. */
  size(): Promise<number>;
  /** Resolves to whether there is no entry. */
  isEmpty(): Promise<boolean>;
  /**
   * Stores a value; resolves to the old one, or null.
   *
   * @param ttl milliseconds that the entry lives from the commit on; default: what the member's configuration says.
   */
  put(key: K, value: V, ttl?: number | Long): Promise<V | null>;
  /** Stores a value, which replaces the old one. */
  set(key: K, value: V): Promise<void>;
  /** Stores the value if the key has none, and then resolves to null. Otherwise resolves to the value it has. */
  putIfAbsent(key: K, value: V): Promise<V | null>;
  /** Replaces the value of a key if it has one; resolves to the old one, or null. */
  replace(key: K, value: V): Promise<V | null>;
  /** Replaces the value of a key if it is this one; resolves to whether it was. */
  replaceIfSame(key: K, oldValue: V, newValue: V): Promise<boolean>;
  /** Removes an entry; resolves to its value, or null. */
  remove(key: K): Promise<V | null>;
  /** Removes the entry if it has this value; resolves to whether it did. */
  remove(key: K, value: V): Promise<boolean>;
  /** Removes an entry. Cheaper than `remove`, because the old value is not sent. */
  delete(key: K): Promise<void>;
  /** Resolves to the keys of all entries, or of those that match the predicate, which may not be one of pages. */
  keySet(predicate?: Predicate): Promise<K[]>;
  /** Resolves to the values of all entries, or of those that match the predicate, which may not be one of pages. */
  values(predicate?: Predicate): Promise<V[]>;
}
