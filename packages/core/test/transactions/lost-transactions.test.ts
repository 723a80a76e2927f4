import { setImmediate as turn } from 'node:timers/promises';
import { OperationTimeoutError, TransactionError, TransactionNotActiveError } from '@offloop/values';
import { beforeEach, describe, expect, test } from 'vitest';

import type { TransactionContext } from '../../src/transactions/transaction-context.js';
import { errorOf, openContext } from './support/context-bench.js';
import { lost, type FakeInvoker } from './support/fake-invoker.js';

let invoker: FakeInvoker;
let context: TransactionContext;
beforeEach(() => {
  ({ invoker, context } = openContext());
});

describe('a transaction whose connection is lost', () => {
  test('is over: the call under way says why, those behind and after it that it is over', async () => {
    await context.begin();
    invoker.held.add('get');
    const map = context.getMap('m');
    const calls = [map.get('k'), map.get('l')].map(errorOf);
    const failure = lost(true);
    invoker.last('get').reject(failure);
    const [first, second] = await Promise.all(calls);
    expect([first, first.cause]).toEqual([expect.any(TransactionError), failure]);
    expect([second, second.cause]).toEqual([expect.any(TransactionNotActiveError), failure]);
    expect(() => context.getMap('m')).toThrow(TransactionNotActiveError);
    expect(await errorOf(map.get('m'))).toBeInstanceOf(TransactionNotActiveError);
    expect(await errorOf(context.commit())).toBeInstanceOf(TransactionNotActiveError);
    expect(invoker.sent).toEqual(['create', 'get']);
  });

  test('can be rolled back, for which nothing is sent, and followed by another', async () => {
    await context.begin();
    invoker.failures.set('get', lost(false));
    expect(await errorOf(context.getMap('m').get('k'))).toBeInstanceOf(TransactionNotActiveError);
    await context.rollback();
    await context.begin();
    await errorOf(context.getMap('m').get('k'));
    // Without a rollback, too: there is nothing to roll back.
    await context.begin();
    expect(invoker.sent).toEqual(['create', 'get', 'create', 'get', 'create']);
  });

  test('sends nothing to another worker than its own', async () => {
    await context.begin();
    invoker.epoch++;
    expect(await errorOf(context.getMap('m').get('k'))).toBeInstanceOf(TransactionNotActiveError);
    expect(invoker.sent).toEqual(['create']);
  });
});

test('a call that was given up ends the transaction, which is rolled back', async () => {
  await context.begin();
  const failure = new OperationTimeoutError('no answer within 5 ms');
  invoker.failures.set('set', failure);
  expect(await errorOf(context.getMap('m').set('k', 1))).toBe(failure);
  await turn();
  expect(invoker.sent).toEqual(['create', 'set', 'rollback']);
  expect(await errorOf(context.commit())).toBeInstanceOf(TransactionNotActiveError);
  expect(invoker.sent).toEqual(['create', 'set', 'rollback']);
});
