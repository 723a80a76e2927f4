import { KnownNames } from './known-names.js';
import { mustBe } from '../errors/must-be.js';
import type { TransactionParts } from './transaction.js';
import { TransactionContextImpl } from './transaction-context-impl.js';
import type { TransactionalTask, TransactionContext } from './transaction-context.js';
import { checkedOptions, type TransactionOptions } from './transaction-options.js';

export class Transactions {
  readonly #parts: TransactionParts;
  readonly #names = new KnownNames();

  constructor(parts: TransactionParts) {
    this.#parts = parts;
  }

  newContext(options: TransactionOptions | undefined): TransactionContext {
    return new TransactionContextImpl(this.#parts, checkedOptions(options), this.#names);
  }

  async run<T>(task: TransactionalTask<T>, options: TransactionOptions | undefined): Promise<T> {
    this.#parts.invoker.checkActive();
    if (typeof task !== 'function') {
      throw mustBe('the task of a transaction', 'a function', task);
    }
    const context = this.newContext(options);
    await context.begin();
    try {
      const result = await task(context);
      await context.commit();
      return result;
    } catch (error) {
      await context[Symbol.asyncDispose]();
      throw error;
    }
  }
}
