import type { UUID } from '@offloop/values';
import type { TransactionalList, TransactionalSet } from './transactional-collection.js';
import type { TransactionalMap } from './transactional-map.js';
import type { TransactionalMultiMap } from './transactional-multi-map.js';
import type { TransactionalQueue } from './transactional-queue.js';

/**
 * Gives the objects of a transaction: they see its changes, and change nothing for others before the commit. An object that is not
 * there is made.
 *
 * The methods throw TransactionNotActiveError when no transaction is active, and IllegalArgumentError for a name that is not a
 * string.
 */
export interface TransactionalTaskContext {
  /** Returns the map of that name in the transaction. */
  getMap<K, V>(name: string): TransactionalMap<K, V>;
  /** Returns the multimap of that name in the transaction. */
  getMultiMap<K, V>(name: string): TransactionalMultiMap<K, V>;
  /** Returns the queue of that name in the transaction. */
  getQueue<E>(name: string): TransactionalQueue<E>;
  /** Returns the list of that name in the transaction. */
  getList<E>(name: string): TransactionalList<E>;
  /** Returns the set of that name in the transaction. */
  getSet<E>(name: string): TransactionalSet<E>;
}

/**
 * Begins and ends transactions, one after the other. Its calls go one at a time, on one connection: when that is lost, or the
 * client is shut down, the member rolls back.
 */
export interface TransactionContext extends TransactionalTaskContext, AsyncDisposable {
  /** The id by which members know the transaction that is active, or was last; null before the first. */
  getTxnId(): UUID | null;
  /**
   * Begins a transaction, on a member that the load balancer chooses. Rejects with IllegalStateError when one is under way, and
   * with what prevents it: without a connection as any call.
   */
  begin(): Promise<void>;
  /**
   * Makes the changes, once the calls before it have settled. The transaction is over then. Only if the commit was not sent, it
   * goes on: the limits of `runtime` were reached (BackpressureError), or the client is offline. Otherwise this rejects with
   *
   * - IndeterminateOperationStateError, when the connection was lost, or no answer came: the changes may be made, or will be;
   * - TransactionError, TransactionTimedOutError, or another error of the member, after a rollback: a call before the commit has
   *   failed, the time was over, or a lock was lost. If a member has failed during the commit, some of the changes may be made;
   * - TransactionNotActiveError, when no transaction is active, or its connection was lost before.
   */
  commit(): Promise<void>;
  /**
   * Drops the changes, once the call under way has settled; calls that wait for it reject. A member that cannot be reached does it
   * by itself. Does nothing after a commit that has failed. Rejects with IllegalStateError when there is nothing to roll back.
   */
  rollback(): Promise<void>;
  /** Rolls back what is not committed, at the end of the block of an `await using`. Does not reject. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The work of a transaction: see `Client.transaction`. */
export type TransactionalTask<T> = (context: TransactionalTaskContext) => T | Promise<T>;
