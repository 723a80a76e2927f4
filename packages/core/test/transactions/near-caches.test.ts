import { beforeEach, describe, expect, test } from 'vitest';

import type { TransactionContext } from '../../src/transactions/transaction-context.js';
import { openContext } from './support/context-bench.js';
import { lost, type FakeInvoker } from './support/fake-invoker.js';

let invoker: FakeInvoker;
let context: TransactionContext;
beforeEach(() => {
  ({ invoker, context } = openContext());
});

describe('near caches', () => {
  const change = async (map: string): Promise<void> => {
    await context.begin();
    await context.getMap(map).set('k', 1);
    await context.getMap(map).get('l');
  };

  test('drop what the transaction has changed when it is committed, not before', async () => {
    await change('near');
    expect(invoker.nearCache).toEqual([]);
    await context.commit();
    expect(invoker.nearCache).toEqual(['invalidate']);
  });

  test('count the members’ messages of a commit that has failed: it may still happen', async () => {
    await change('near');
    invoker.failures.set('commit', lost(true));
    await expect(context.commit()).rejects.toBeInstanceOf(Error);
    expect(invoker.nearCache).toEqual(['failed: near', 'invalidate']);
  });

  test('are not told of a rollback, nor of maps without one', async () => {
    await change('near');
    await context.rollback();
    await change('m');
    await context.commit();
    expect(invoker.nearCache).toEqual([]);
  });
});
