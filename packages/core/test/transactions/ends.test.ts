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

import { ClientOfflineError } from '../../src/errors/own-errors.js';
import type { TransactionContext } from '../../src/transactions/transaction-context.js';
import type { Transactions } from '../../src/transactions/transactions.js';
import { errorOf, openContext } from './support/context-bench.js';
import { lost, ofMember, type FakeInvoker } from './support/fake-invoker.js';

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

describe('a rollback', () => {
  test('waits for the call under way, and the calls behind that reject', async () => {
    await context.begin();
    invoker.held.add('get');
    const map = context.getMap('m');
    const first = map.get('k');
    const second = errorOf(map.get('l'));
    const rollback = context.rollback();
    await turn();
    expect(invoker.sent).toEqual(['create', 'get']);
    invoker.last('get').resolve(7);
    await rollback;
    expect([await first, await second]).toEqual([7, expect.any(TransactionNotActiveError)]);
    expect(invoker.sent).toEqual(['create', 'get', 'rollback']);
  });

  test('does not reject, whatever the member says', async () => {
    await context.begin();
    invoker.failures.set('rollback', ofMember('unknown transaction'));
    await context.rollback();
    expect(invoker.logged).toEqual(['a rollback was not answered']);
    await context.begin();
  });
});

describe('the end of the block of an await using', () => {
  test('rolls back what is not committed', async () => {
    await context.begin();
    await context[Symbol.asyncDispose]();
    await context[Symbol.asyncDispose]();
    expect(invoker.sent).toEqual(['create', 'rollback']);
  });

  test('does nothing where nothing was begun, or all is committed', async () => {
    await context[Symbol.asyncDispose]();
    await context.begin();
    await context.commit();
    await context[Symbol.asyncDispose]();
    expect(invoker.sent).toEqual(['create', 'commit']);
  });

  test('waits for what is under way', async () => {
    invoker.held.add('create');
    const begin = context.begin();
    const disposed = context[Symbol.asyncDispose]();
    invoker.last('create').resolve({ connection: 42, value: invoker.id });
    await Promise.all([begin, disposed]);
    expect(invoker.sent).toEqual(['create', 'rollback']);
    invoker.held.clear();
    await context.begin();
    invoker.failures.set('commit', lost(true));
    const commit = errorOf(context.commit());
    await context[Symbol.asyncDispose]();
    expect(await commit).toBeInstanceOf(IndeterminateOperationStateError);
  });
});
