import { setImmediate as turn } from 'node:timers/promises';
import {
  ClientNotActiveError,
  IllegalStateError,
  IndeterminateOperationStateError,
  OperationTimeoutError,
  TransactionError,
  TransactionNotActiveError,
  TransactionTimedOutError,
} from '@offloop/values';
import { beforeEach, describe, expect, test } from 'vitest';

import { BackpressureError, ClientOfflineError } from '../../src/errors/own-errors.js';
import type { TransactionContext } from '../../src/transactions/transaction-context.js';
import { Transactions } from '../../src/transactions/transactions.js';
import { errorOf, openContext } from './support/context-bench.js';
import { full, lost, ofMember, type FakeInvoker } from './support/fake-invoker.js';

let invoker: FakeInvoker;
let transactions: Transactions;
let context: TransactionContext;
beforeEach(() => {
  ({ invoker, transactions, context } = openContext());
});

describe('a commit', () => {
  test('waits for the calls before it', async () => {
    await context.begin();
    invoker.held.add('set');
    const set = context.getMap('m').set('k', 1);
    const commit = context.commit();
    await turn();
    expect(invoker.sent).toEqual(['create', 'set']);
    invoker.last('set').resolve();
    await Promise.all([set, commit]);
    expect(invoker.sent).toEqual(['create', 'set', 'commit']);
  });

  test('is not sent if a call that it waits for fails: then it rolls back', async () => {
    await context.begin();
    invoker.held.add('set');
    const map = context.getMap('m');
    const sets = [map.set('k', 1), map.set('l', 1)].map(errorOf);
    const commit = errorOf(context.commit());
    const failure = ofMember('no lock');
    invoker.last('set').reject(failure);
    await turn();
    invoker.last('set').reject(ofMember('another'));
    expect(await sets[0]).toBe(failure);
    const error = await commit;
    expect([error, error.cause]).toEqual([expect.any(TransactionError), failure]);
    expect(invoker.sent).toEqual(['create', 'set', 'set', 'rollback']);
  });

  test('does not mind a call that failed before it', async () => {
    await context.begin();
    invoker.failures.set('set', ofMember('no lock'));
    await errorOf(context.getMap('m').set('k', 1));
    await context.commit();
    expect(invoker.sent).toEqual(['create', 'set', 'commit']);
  });

  test('that the member refuses is rolled back, and another transaction may begin', async () => {
    await context.begin();
    const failure = ofMember('a lock was lost');
    invoker.failures.set('commit', failure);
    expect(await errorOf(context.commit())).toBe(failure);
    expect(invoker.sent).toEqual(['create', 'commit', 'rollback']);
    await context.rollback();
    expect(invoker.sent).toEqual(['create', 'commit', 'rollback']);
    expect(await errorOf(context.rollback())).toBeInstanceOf(IllegalStateError);
    invoker.failures.clear();
    await context.begin();
    await context.commit();
  });

  test.each([
    ['its connection is lost', lost(true)],
    ['its worker dies', new IndeterminateOperationStateError('the worker thread died')],
    ['the client is shut down', new ClientNotActiveError('shut down')],
    ['no answer comes in time', new OperationTimeoutError('no answer')],
  ])('on its way when %s is in doubt: nothing more is sent', async (_, failure) => {
    await context.begin();
    invoker.failures.set('commit', failure);
    const error = await errorOf(context.commit());
    expect(error).toBeInstanceOf(IndeterminateOperationStateError);
    expect(error.cause).toBe(failure);
    expect(error.message).toContain('not known whether');
    await context.rollback();
    await context[Symbol.asyncDispose]();
    expect(invoker.sent).toEqual(['create', 'commit']);
  });

  test('that is not answered in the usual time is in doubt, and goes on behind its caller', async () => {
    invoker.responseTimeoutMillis = 20;
    context = new Transactions(invoker.parts).newContext({ timeoutMillis: 60_000 });
    await context.begin();
    invoker.held.add('commit');
    const error = await errorOf(context.commit());
    expect(error).toBeInstanceOf(IndeterminateOperationStateError);
    expect(error.cause).toBeInstanceOf(OperationTimeoutError);
    expect(invoker.last('commit').options).toEqual({ timeout: 60_000 });
    // The client is shut down.
    invoker.last('commit').reject(new ClientNotActiveError('shut down'));
    await turn();
    expect(invoker.sent).toEqual(['create', 'commit']);
  });

  test('is not in doubt if it was not sent', async () => {
    await context.begin();
    invoker.failures.set('commit', lost(false));
    const error = await errorOf(context.commit());
    expect(error).toBeInstanceOf(TransactionNotActiveError);
    expect(invoker.sent).toEqual(['create', 'commit']);

    await context.begin();
    invoker.epoch++;
    expect(await errorOf(context.commit())).toBeInstanceOf(TransactionNotActiveError);
    expect(invoker.sent).toEqual(['create', 'commit', 'create']);
  });

  test('of a client that is offline may be made again, if the connection of the transaction lives', async () => {
    await context.begin();
    const map = context.getMap('m');
    invoker.refused = new ClientOfflineError();
    expect(await errorOf(context.commit())).toBe(invoker.refused);
    expect(await errorOf(map.get('k'))).toBe(invoker.refused);
    invoker.refused = undefined;
    await context.commit();
    expect(invoker.sent).toEqual(['create', 'commit']);
  });

  test('that the limits do not admit may be made again', async () => {
    await context.begin();
    invoker.failures.set('commit', full());
    expect(await errorOf(context.commit())).toBeInstanceOf(BackpressureError);
    expect(context.getMap('m').getName()).toBe('m');
    invoker.failures.clear();
    await context.commit();
    expect(invoker.sent).toEqual(['create', 'commit', 'commit']);
  });

  test('comes too late past the timeout: it is rolled back, and not sent', async () => {
    context = transactions.newContext({ timeoutMillis: 20 });
    await context.begin();
    await new Promise((resolve) => setTimeout(resolve, 25));
    const error = await errorOf(context.commit());
    expect(error).toBeInstanceOf(TransactionTimedOutError);
    expect(error.message).toContain('timeoutMillis, 20');
    expect(invoker.sent).toEqual(['create', 'rollback']);
  });
});
