import type { TransactionalObject } from './transactional-object.js';

/**
 * A list or a set as a transaction sees it. An item that it removes is gone for others at once, and comes back when the
 * transaction is not committed. An item that it adds is there for others from the commit on.
 *
 * Its methods reject as those of `TransactionalMap`.
 */
interface TransactionalCollection<E> extends TransactionalObject {
  /** Removes an item; resolves to whether it was there. */
  remove(item: E): Promise<boolean>;
  /** Resolves to the number of items, with those that the transaction has added and without those that it has removed. */
  size(): Promise<number>;
}

/** A list in a transaction. */
export interface TransactionalList<E> extends TransactionalCollection<E> {
  /** Appends an item; resolves to true. */
  add(item: E): Promise<boolean>;
}

/** A set in a transaction. */
export interface TransactionalSet<E> extends TransactionalCollection<E> {
  /** Adds an item; resolves to false when the set already had an equal one. */
  add(item: E): Promise<boolean>;
}
