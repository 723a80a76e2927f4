import type { messages } from '@offloop/wire';

import { wholeOf } from '../../protocol/slice.js';
import type { TransactionView } from '../transactions/transaction.js';
import type { Transactions } from '../transactions/transactions.js';
import type { Items, NamedCollection } from './collection.js';
import type { NamedObjects } from './named-objects.js';

/** A list or a set as a transaction sees it: what it removes is gone for others at once, what it adds comes at the commit. */
export abstract class CollectionView implements TransactionView {
  protected readonly object: NamedCollection<Items>;
  protected readonly added: Buffer[] = [];
  protected readonly removed: Buffer[] = [];

  constructor(object: NamedCollection<Items>) {
    this.object = object;
  }

  get changes(): number {
    return this.added.length + this.removed.length > 0 ? 1 : 0;
  }

  abstract get size(): number;

  /** Adds an item. Returns false if a set has it. */
  abstract add(item: Buffer): boolean;

  /** Removes an item. Returns false if it is not there. */
  abstract remove(item: Buffer): boolean;

  abstract rollback(): void;

  prepare(): void {}

  commit(): void {
    const { items, listeners } = this.object;
    for (const item of this.removed) listeners.removed(item);
    for (const item of this.added) {
      if (!items.takes(wholeOf(item))) continue;
      items.add(item);
      listeners.added(item);
    }
  }

  release(): void {
    if (this.changes > 0) this.object.changed();
  }
}

type CollectionMessages = typeof messages.transactionalList | typeof messages.transactionalSet;

/** Registers the messages of lists or sets in a transaction. */
export function registerTransactional<O extends NamedCollection<Items>>(
  m: CollectionMessages,
  objects: NamedObjects<O>,
  transactions: Transactions,
  makeView: (object: O) => CollectionView,
): void {
  const on = transactions.registrar(objects, makeView);
  on(m.add, (call, view, { item }) => call.boolean(view.add(item)));
  on(m.remove, (call, view, { item }) => call.boolean(view.remove(item)));
  on(m.size, (call, view) => call.int32(view.size));
}
