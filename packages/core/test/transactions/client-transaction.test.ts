import { ClientNotActiveError, IllegalArgumentError } from '@offloop/values';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { BackpressureError } from '../../src/errors/own-errors.js';
import type { Transactions } from '../../src/transactions/transactions.js';
import { errorOf, openContext } from './support/context-bench.js';
import { full, lost, ofMember, type FakeInvoker } from './support/fake-invoker.js';

let invoker: FakeInvoker;
let transactions: Transactions;
beforeEach(() => {
  ({ invoker, transactions } = openContext());
});

describe('client.transaction', () => {
  test('commits what the function has done, and resolves to its result', async () => {
    const result = await transactions.run(async (tx) => {
      await tx.getMap('m').set('k', 1);
      return 'result';
    }, undefined);
    expect(result).toBe('result');
    expect(invoker.sent).toEqual(['create', 'set', 'commit']);
    expect(await transactions.run(() => 5, undefined)).toBe(5);
  });

  test('rolls back where the function throws, or its promise rejects, and rejects with that error', async () => {
    const own = new Error('own');
    expect(await errorOf(transactions.run(() => Promise.reject(own), undefined))).toBe(own);
    const throwing = (): never => {
      throw own;
    };
    expect(await errorOf(transactions.run(throwing, undefined))).toBe(own);
    expect(invoker.sent).toEqual(['create', 'rollback', 'create', 'rollback']);
  });

  test('rejects with the error of the commit', async () => {
    const failure = ofMember('a lock was lost');
    invoker.failures.set('commit', failure);
    expect(await errorOf(transactions.run(() => 1, undefined))).toBe(failure);
    expect(invoker.sent).toEqual(['create', 'commit', 'rollback']);
    invoker.failures.set('commit', full());
    expect(await errorOf(transactions.run(() => 1, undefined))).toBeInstanceOf(BackpressureError);
    expect(invoker.sent.slice(3)).toEqual(['create', 'commit', 'rollback']);
  });

  test('runs nothing where the transaction cannot begin', async () => {
    const task = vi.fn<() => void>();
    invoker.failures.set('create', lost(true));
    expect((await errorOf(transactions.run(task, undefined))).message).toBe('gone');
    expect(await errorOf(transactions.run(task, { timeoutMillis: 0 }))).toBeInstanceOf(IllegalArgumentError);
    expect(await errorOf(transactions.run(5 as never, undefined))).toBeInstanceOf(IllegalArgumentError);
    invoker.refused = new ClientNotActiveError('shut down');
    expect(await errorOf(transactions.run(5 as never, undefined))).toBe(invoker.refused);
    expect(task).not.toHaveBeenCalled();
  });
});
