import type { WireUuid } from '@offloop/wire';

import { transactionNotActive, transactionTimedOut } from '../../calls/errors.js';
import type { LockOwner } from '../shared/lock-table.js';
import type { NamedObject } from '../shared/named-objects.js';

/** One object as a transaction sees it, with what the transaction holds of it and will change in it. */
export interface TransactionView {
  /** Number of changes that are committed one by one, as members count them. */
  readonly changes: number;
  /** Throws `MemberError` unless what it has locked is still its own. */
  prepare(): void;
  /** Makes its changes, except of what another owner has locked by now: then it throws `MemberError` at the end. */
  commit(): void;
  /** Puts back what it has taken. */
  rollback(): void;
  /** Unlocks its keys. Calls that wait for them run inside this. */
  release(): void;
}

/** Milliseconds of a transaction whose client gives 0. */
const DEFAULT_TIMEOUT = 120_000;

/** Number by which clients name transactions of one phase; those of two have 2. */
const ONE_PHASE = 1;

export interface TransactionOptions {
  readonly id: WireUuid;
  readonly owner: LockOwner;
  /** Milliseconds; 0: the default. */
  readonly timeout: number;
  readonly type: number;
}

/** A transaction from its beginning on. */
export class Transaction {
  readonly owner: LockOwner;
  /** Milliseconds that it may take, and that each of its locks lasts. */
  readonly timeout: number;
  /** True if others cannot read the keys that it has locked. */
  readonly blocksReads: boolean;
  readonly #deadline: number;
  readonly #views = new Map<NamedObject, TransactionView>();
  #isActive = true;

  constructor({ owner, timeout, type }: TransactionOptions) {
    this.owner = owner;
    this.timeout = timeout === 0 ? DEFAULT_TIMEOUT : timeout;
    this.blocksReads = type === ONE_PHASE;
    this.#deadline = Date.now() + this.timeout;
  }

  /** Returns the view of an object, which `make` makes once. Throws `MemberError` unless the transaction is active. */
  viewOf<V extends TransactionView>(object: NamedObject, make: () => V): V {
    if (!this.#isActive) throw transactionNotActive(`No transaction is found while accessing ${object.name}`);
    let view = this.#views.get(object);
    if (view === undefined) this.#views.set(object, (view = make()));
    // TRUSTED: an object has views of one class.
    return view as V;
  }

  /** Makes its changes. Throws `MemberError` where that fails: it is not active any more, and has to be rolled back. */
  commit(): void {
    if (!this.#isActive) throw transactionNotActive('Transaction is not active');
    this.#isActive = false;
    if (Date.now() > this.#deadline) throw transactionTimedOut('Transaction is timed-out!');
    const views = [...this.#views.values()];
    const changes = views.reduce((sum, view) => sum + view.changes, 0);
    // A single change is prepared by making it.
    if (!this.blocksReads && changes > 1) for (const view of views) view.prepare();
    let failure: unknown;
    for (const view of views) {
      try {
        view.commit();
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  }

  /** Puts back what it has taken. Then `release` is to be called. */
  rollback(): void {
    this.#isActive = false;
    for (const view of this.#views.values()) view.rollback();
  }

  /** Unlocks all its keys, once it is committed or rolled back. */
  release(): void {
    for (const view of this.#views.values()) view.release();
    this.#views.clear();
  }
}
