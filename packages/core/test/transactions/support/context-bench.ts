import type { TransactionContext } from '../../../src/transactions/transaction-context.js';
import { Transactions } from '../../../src/transactions/transactions.js';
import { FakeInvoker } from './fake-invoker.js';

/** A context whose calls are in the test's hands. */
export interface ContextBench {
  readonly invoker: FakeInvoker;
  readonly transactions: Transactions;
  readonly context: TransactionContext;
}

export function openContext(): ContextBench {
  const invoker = new FakeInvoker();
  const transactions = new Transactions(invoker.parts);
  return { invoker, transactions, context: transactions.newContext({ timeoutMillis: 60_000 }) };
}

/** What a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it resolved');
}
