import { setImmediate as turn } from 'node:timers/promises';
import {
  ClientNotActiveError,
  IllegalArgumentError,
  IllegalStateError,
  SerializedData,
  TransactionError,
  TransactionNotActiveError,
} from '@offloop/values';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { BackpressureError } from '../../src/errors/own-errors.js';
import type { TransactionContext } from '../../src/transactions/transaction-context.js';
import type { Transactions } from '../../src/transactions/transactions.js';
import { errorOf, openContext } from './support/context-bench.js';
import { full, lost, ofMember, type FakeInvoker } from './support/fake-invoker.js';

let invoker: FakeInvoker;
let transactions: Transactions;
let context: TransactionContext;
beforeEach(() => {
  ({ invoker, transactions, context } = openContext());
});

describe('a transaction', () => {
  test('begins with its options and a thread id, and has its id from then on', async () => {
    context = transactions.newContext({ timeoutMillis: 5, durability: 3, type: 'ONE_PHASE' });
    expect(context.getTxnId()).toBeNull();
    await context.begin();
    const { fields, connection } = invoker.last('create');
    expect(fields).toMatchObject({ timeout: 5, durability: 3, transactionType: 1 });
    expect([fields['threadId'], connection]).toEqual([expect.any(Number), undefined]);
    expect(context.getTxnId()).toBe(invoker.id);
  });

  test('makes all its calls on the connection that it was begun on, with its id and thread id', async () => {
    await context.begin();
    await context.getMap('m').get('k');
    await context.commit();
    const { threadId } = invoker.last('create').fields;
    expect(invoker.last('get')).toMatchObject({
      connection: 42,
      name: 'm',
      fields: { key: 'k', txnId: invoker.id, threadId },
    });
    expect(invoker.last('commit')).toMatchObject({
      connection: 42,
      fields: { transactionId: invoker.id, threadId },
    });
    expect(invoker.sent).toEqual(['create', 'get', 'commit']);
  });

  test('makes its calls one after the other, of all its objects', async () => {
    await context.begin();
    invoker.held.add('get');
    const calls = [context.getMap('a').get(1), context.getMap('b').get(2), context.getMap('a').get(3)];
    for (const [index, value] of ['x', 'y', 'z'].entries()) {
      await turn();
      expect(invoker.sent).toEqual(['create', ...Array<string>(index + 1).fill('get')]);
      invoker.last('get').resolve(value);
    }
    expect(await Promise.all(calls)).toEqual(['x', 'y', 'z']);
  });

  test('serializes values when the call is made, whenever that is sent', async () => {
    await context.begin();
    const map = context.getMap<string, { n: number }>('m');
    invoker.held.add('get');
    const first = map.get('k');
    const value = { n: 1 };
    const set = map.set('k', value);
    value.n = 2;
    invoker.last('get').resolve();
    await Promise.all([first, set]);
    const sent = invoker.last('set').fields['value'] as SerializedData;
    expect(sent).toBeInstanceOf(SerializedData);
    expect(sent.toBuffer().toString()).toContain('{"n":1}');
    // With none before it, a call is sent as it is.
    await map.set('k', value);
    expect(invoker.last('set').fields['value']).toBe(value);
  });

  test('gives objects only while it is active, and they fail outside it', async () => {
    expect(() => context.getMap('m')).toThrow(TransactionNotActiveError);
    await context.begin();
    const map = context.getMap('m');
    expect(map.getName()).toBe('m');
    expect(() => context.getMap(5 as unknown as string)).toThrow(IllegalArgumentError);
    await context.commit();
    expect(await errorOf(map.get('k'))).toBeInstanceOf(TransactionNotActiveError);
    expect(() => context.getSet('s')).toThrow(TransactionNotActiveError);
    await context.begin();
    expect(await map.get('k')).toBeNull();
  });

  test('refuses wrong arguments, and sends nothing', async () => {
    await context.begin();
    const [map, multiMap, queue, list, set] = [
      context.getMap<unknown, unknown>('o'),
      context.getMultiMap<unknown, unknown>('o'),
      context.getQueue('o'),
      context.getList('o'),
      context.getSet('o'),
    ];
    const calls = [
      map.get(null),
      map.getForUpdate(undefined),
      map.containsKey(null),
      map.put(null, 1),
      map.put(1, null),
      map.put(1, 1, '5s' as unknown as number),
      map.set(1, undefined),
      map.putIfAbsent(null, 1),
      map.replace(1, null),
      map.replaceIfSame(1, null, 1),
      map.replaceIfSame(1, 1, null),
      map.remove(null),
      map.remove(1, null),
      map.delete(null),
      map.keySet(5 as never),
      map.values(null as never),
      multiMap.put(1, null),
      multiMap.get(null),
      multiMap.remove(1, null),
      multiMap.removeAll(null),
      multiMap.valueCount(null),
      queue.offer(null),
      queue.offer(1, NaN),
      queue.poll('5s' as unknown as number),
      queue.peek(Infinity),
      list.add(null),
      list.remove(undefined),
      set.add(null),
      set.remove(undefined),
    ];
    const errors = await Promise.all(calls.map(errorOf));
    expect(errors.filter((error) => !(error instanceof IllegalArgumentError))).toEqual([]);
    expect(invoker.sent).toEqual(['create']);
  });
});

describe('many calls of a context at once', () => {
  test('begin one transaction', async () => {
    invoker.held.add('create');
    const begins = [context.begin(), errorOf(context.begin())];
    expect(await errorOf(context.commit())).toBeInstanceOf(TransactionNotActiveError);
    expect(await errorOf(context.rollback())).toBeInstanceOf(IllegalStateError);
    invoker.last('create').resolve({ connection: 42, value: invoker.id });
    expect(await Promise.all(begins)).toEqual([undefined, expect.any(IllegalStateError)]);
    expect(await errorOf(context.begin())).toBeInstanceOf(IllegalStateError);
  });

  test('end it once', async () => {
    await context.begin();
    invoker.held.add('commit');
    const commit = context.commit();
    const others = [context.commit(), context.rollback(), context.begin()].map(errorOf);
    expect(() => context.getMap('m')).toThrow(TransactionNotActiveError);
    expect(await Promise.all(others)).toEqual([
      expect.any(TransactionNotActiveError),
      expect.any(IllegalStateError),
      expect.any(IllegalStateError),
    ]);
    invoker.last('commit').resolve();
    await commit;
    expect(invoker.sent).toEqual(['create', 'commit']);
  });

  test('that fails to begin may begin again', async () => {
    invoker.failures.set('create', lost(true));
    expect((await errorOf(context.begin())).message).toBe('gone');
    invoker.failures.clear();
    await context.begin();
    await context.commit();
  });
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

describe('near caches', () => {
  const change = async (map: string): Promise<void> => {
    await context.begin();
    await context.getMap(map).set('k', 1);
    await context.getMap(map).get('l');
  };

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

describe('client.transaction', () => {
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
