import { setImmediate as turn } from 'node:timers/promises';
import {
  ClientNotActiveError,
  IndeterminateOperationStateError,
  TransactionNotActiveError,
} from '@offloop/values';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { TransactionContext } from '../../src/transactions/transaction-context.js';
import { Transactions } from '../../src/transactions/transactions.js';
import { errorOf, openContext } from './support/context-bench.js';
import { full, lost, ofMember, type FakeInvoker } from './support/fake-invoker.js';

let invoker: FakeInvoker;
let context: TransactionContext;
beforeEach(() => {
  ({ invoker, context } = openContext());
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

  test('that the limits do not admit is tried again', async () => {
    await context.begin();
    invoker.failures.set('rollback', full());
    const rollback = context.rollback();
    await vi.waitFor(() => expect(invoker.sent.length).toBeGreaterThan(3));
    invoker.failures.clear();
    await rollback;
    expect(new Set(invoker.sent.slice(1))).toEqual(new Set(['rollback']));
  });

  test('that is not answered in the usual time goes on behind its caller', async () => {
    invoker.responseTimeoutMillis = 20;
    const [patient, hasty] = [60_000, 5].map((timeoutMillis) =>
      new Transactions(invoker.parts).newContext({ timeoutMillis }),
    );
    invoker.held.add('rollback');
    for (const [each, limit] of [
      [patient, 60_000],
      [hasty, 20],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await each.begin();
      // oxlint-disable-next-line no-await-in-loop
      await each.rollback();
      expect(invoker.last('rollback').options).toEqual({ timeout: limit });
      // The client is shut down.
      invoker.last('rollback').reject(new ClientNotActiveError('shut down'));
    }
    await turn();
    expect(invoker.sent).toEqual(['create', 'rollback', 'create', 'rollback']);
    expect(invoker.logged).toEqual(['a rollback was not answered', 'a rollback was not answered']);
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
