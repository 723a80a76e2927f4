import { IllegalStateError, type SerializationSettings, type UUID } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import type { Operation } from '../calls/operation.js';
import type { Fields } from '../calls/requests/arguments.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import type { KnownNames } from './known-names.js';
import { Transaction, type TransactionParts } from './transaction.js';
import type { TransactionContext } from './transaction-context.js';
import { noTransaction } from './transaction-errors.js';
import type { CheckedOptions } from './transaction-options.js';
import { transactionalList, transactionalSet } from './transactional-collection-proxy.js';
import type { TransactionalList, TransactionalSet } from './transactional-collection.js';
import { TransactionalMapProxy } from './transactional-map-proxy.js';
import type { TransactionalMap } from './transactional-map.js';
import { TransactionalMultiMapProxy } from './transactional-multi-map-proxy.js';
import type { TransactionalMultiMap } from './transactional-multi-map.js';
import type { TransactionCalls } from './transactional-proxy.js';
import { TransactionalQueueProxy } from './transactional-queue-proxy.js';
import type { TransactionalQueue } from './transactional-queue.js';

const State = {
  /** None was begun, or the last one is over. */
  NONE: 'over',
  BEGINNING: 'being begun',
  ACTIVE: 'active',
  COMMITTING: 'being committed',
  /** Over: the commit rolled it back, or was not answered. */
  COMMIT_FAILED: 'over: its commit has failed',
  ROLLING_BACK: 'being rolled back',
} as const;
type State = (typeof State)[keyof typeof State];

/** States in which another transaction may begin. */
const FREE: readonly State[] = [State.NONE, State.COMMIT_FAILED];

/**
 * The transactions of one context.
 *
 *     NONE ─ begin ▶ BEGINNING ─▶ ACTIVE ─ commit ──▶ COMMITTING ─▶ NONE, or COMMIT_FAILED
 *                                   └──── rollback ─▶ ROLLING_BACK ─▶ NONE
 */
export class TransactionContextImpl implements TransactionContext, TransactionCalls {
  readonly #parts: TransactionParts;
  readonly #options: CheckedOptions;
  readonly #names: KnownNames;
  #state: State = State.NONE;
  #transaction: Transaction | undefined;
  /** Settles with the last `begin`, `commit` or `rollback`. */
  #underWay: Promise<void> = Promise.resolve();

  constructor(parts: TransactionParts, options: CheckedOptions, names: KnownNames) {
    this.#parts = parts;
    this.#options = options;
    this.#names = names;
  }

  get serialization(): SerializationSettings {
    return this.#parts.serialization;
  }

  getTxnId(): UUID | null {
    return this.#transaction?.id ?? null;
  }

  begin(): Promise<void> {
    if (!FREE.includes(this.#state) && !this.#isLost) {
      return this.refuse(new IllegalStateError(`the transaction is ${this.#state}`));
    }
    return this.#during(this.#begin());
  }

  commit(): Promise<void> {
    const transaction = this.#transaction;
    if (this.#state !== State.ACTIVE || transaction === undefined) return this.refuse(noTransaction());
    return this.#during(this.#commit(transaction));
  }

  rollback(): Promise<void> {
    const transaction = this.#transaction;
    if (this.#state === State.COMMIT_FAILED) {
      this.#state = State.NONE;
      return Promise.resolve();
    }
    if (this.#state !== State.ACTIVE || transaction === undefined) {
      return this.refuse(
        new IllegalStateError(`there is nothing to roll back: the transaction is ${this.#state}`),
      );
    }
    return this.#during(this.#rollback(transaction));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#underWay.catch(() => undefined);
    if (this.#state === State.ACTIVE) await this.rollback();
  }

  getMap<K, V>(name: string): TransactionalMap<K, V> {
    return new TransactionalMapProxy(this.#named(name), this);
  }

  getMultiMap<K, V>(name: string): TransactionalMultiMap<K, V> {
    return new TransactionalMultiMapProxy(this.#named(name), this);
  }

  getQueue<E>(name: string): TransactionalQueue<E> {
    return new TransactionalQueueProxy(this.#named(name), this);
  }

  getList<E>(name: string): TransactionalList<E> {
    return transactionalList(this.#named(name), this);
  }

  getSet<E>(name: string): TransactionalSet<E> {
    return transactionalSet(this.#named(name), this);
  }

  call<R>(operation: Operation<never, R>, name: ObjectName, fields: Fields): Promise<R> {
    const transaction = this.#transaction;
    if (this.#state !== State.ACTIVE || transaction === undefined) return this.refuse(noTransaction());
    if (transaction.isOver) return this.refuse(transaction.refusal);
    return transaction.call(operation, name, fields);
  }

  checkReady(): void {
    this.#parts.invoker.checkReady();
  }

  refuse(error: Error): Promise<never> {
    return this.#parts.invoker.refuse(error);
  }

  /** True if the transaction has ended without the program's doing. */
  get #isLost(): boolean {
    return this.#state === State.ACTIVE && this.#transaction?.isOver === true;
  }

  async #begin(): Promise<void> {
    this.#state = State.BEGINNING;
    try {
      this.#transaction = await Transaction.begin(this.#parts, this.#options);
      this.#state = State.ACTIVE;
    } catch (error) {
      this.#state = State.NONE;
      throw error;
    }
  }

  async #commit(transaction: Transaction): Promise<void> {
    this.#state = State.COMMITTING;
    try {
      await transaction.commit();
      this.#state = State.NONE;
    } catch (error) {
      this.#state = transaction.isOver ? State.COMMIT_FAILED : State.ACTIVE;
      throw error;
    }
  }

  async #rollback(transaction: Transaction): Promise<void> {
    this.#state = State.ROLLING_BACK;
    await transaction.rollback();
    this.#state = State.NONE;
  }

  #during(step: Promise<void>): Promise<void> {
    this.#underWay = step;
    return step;
  }

  /** Returns the name of an object. Throws unless a transaction is active. */
  #named(name: string): ObjectName {
    if (typeof name !== 'string') {
      throw mustBe("an object's name", 'a string', name);
    }
    if (this.#state !== State.ACTIVE) throw noTransaction();
    if (this.#transaction?.isOver === true) throw this.#transaction.refusal;
    return this.#names.of(name);
  }
}
