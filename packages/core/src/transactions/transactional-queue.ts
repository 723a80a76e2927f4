import type Long from 'long';
import type { TransactionalObject } from './transactional-object.js';

/**
 * A queue as a transaction sees it. An item that it takes is gone for others at once, and comes back when the transaction is not
 * committed. An item that it offers is there for others from the commit on.
 *
 * Its methods reject as those of `TransactionalMap`.
 */
export interface TransactionalQueue<E> extends TransactionalObject {
  /**
   * Appends an item at the commit. Resolves to whether there is room for it, waiting for some for at most `time` ms (default 0;
   * negative: without a limit). Room is not kept: the queue may be longer than its largest size after the commit.
   */
  offer(item: E, time?: number | Long): Promise<boolean>;
  /**
   * Takes the first item, waiting for one for at most `time` ms (default 0; negative: without a limit). Resolves to it, or null.
   * Items that the transaction has offered come last.
   */
  poll(time?: number | Long): Promise<E | null>;
  /** Takes the first item, waiting for one without a limit. Resolves to it. */
  take(): Promise<E>;
  /** Resolves to the first item, without taking it, or null, waiting for one as `poll`. */
  peek(time?: number | Long): Promise<E | null>;
  /** Resolves to the number of items, with those that the transaction has offered and without those that it has taken. */
  size(): Promise<number>;
}
