import type { Client, TransactionContext } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, freshMap } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';
import { watchWorkers } from '../client/support/worker-watch.js';

const TRANSACTION = 'ERR_OFFLOOP_TRANSACTION';
const NOT_ACTIVE = 'ERR_OFFLOOP_TRANSACTION_NOT_ACTIVE';

const member = await embeddedMember();

const { killYoungest } = watchWorkers();

/** How often the member has had each message of transactions, since the beginning. */
const requests = (message: string): number => member.stats().requests[message] ?? 0;

async function begun(client: Client): Promise<TransactionContext> {
  const context = client.newTransactionContext();
  await context.begin();
  return context;
}

const WORKERS = [1, 2, 0, 'auto'] as const;

describe.each(WORKERS)('with workers: %s', (workers) => {
  // Whatever may be sent again, is: nothing of a transaction may be.
  const redo = { network: { clusterMembers: [] as string[], redoOperation: true } };
  const open = async () => {
    const network = { ...redo.network, clusterMembers: [member.address] };
    const { client } = await connect(member.address, { runtime: { workers }, network });
    const map = await freshMap<string, number>(client);
    await map.set('k', 0);
    return { client, map };
  };

  test('a connection that is lost in the midst ends the transaction, and nothing of it is done', async () => {
    const { client, map } = await open();
    const context = await begun(client);
    const inside = context.getMap<string, number>(map.getName());
    await inside.set('k', 1);
    const fault = member.faults.add({ message: 'transactionalMap.get', times: 1, action: { kind: 'close' } });
    const gets = [codeOf(inside.get('k')), codeOf(inside.get('l'))];
    await fault.untilHit();
    expect(await Promise.all(gets)).toEqual([TRANSACTION, NOT_ACTIVE]);
    expect(await codeOf(inside.set('k', 2))).toBe(NOT_ACTIVE);
    expect(await codeOf(context.commit())).toBe(NOT_ACTIVE);
    expect(await codeOf(context.rollback())).toBe('resolved');
    expect(fault.hits).toBe(1);
    // Its locks are gone with the connection.
    await map.set('k', 7);
    expect(await map.get('k')).toBe(7);
    await client.transaction((tx) => tx.getMap<string, number>(map.getName()).set('k', 8));
    expect(await map.get('k')).toBe(8);
  });

  test.each([
    ['was carried out', true, 1],
    ['was not', false, 0],
  ])(
    'a commit is in doubt whose connection is lost, and not sent again: it %s',
    async (_, execute, value) => {
      const { client, map } = await open();
      const context = await begun(client);
      await context.getMap<string, number>(map.getName()).set('k', 1);
      const commits = member.faults.add({
        message: 'transaction.commit',
        action: { kind: 'close', execute },
      });
      const rollbacks = requests('transaction.rollback');
      expect(await codeOf(context.commit())).toBe(Code.INDETERMINATE);
      expect(await codeOf(context.rollback())).toBe('resolved');
      expect(await map.get('k')).toBe(value);
      expect([commits.hits, requests('transaction.rollback')]).toEqual([1, rollbacks]);
    },
  );

  test('a connection that is lost before the commit is no doubt', async () => {
    const { client, map } = await open();
    const context = await begun(client);
    await context.getMap<string, number>(map.getName()).set('k', 1);
    const commits = requests('transaction.commit');
    const accepted = member.stats().accepted;
    member.closeConnections();
    await eventually(() => member.stats().accepted > accepted);
    await eventually(() => client.health().connected);
    expect(await codeOf(context.commit())).toBe(NOT_ACTIVE);
    expect(requests('transaction.commit')).toBe(commits);
    expect(await map.get('k')).toBe(0);
  });

  test('a transaction that could not begin is not begun twice', async () => {
    const { client } = await open();
    const fault = member.faults.add({
      message: 'transaction.create',
      times: 1,
      action: { kind: 'close', execute: true },
    });
    const context = client.newTransactionContext();
    expect(await codeOf(context.begin())).toBe(Code.TARGET_DISCONNECTED);
    expect(fault.hits).toBe(1);
    await context.begin();
    await context.commit();
  });

  test('many transactions at once each settle, through lost connections', async () => {
    const { client, map } = await open();
    const name = map.getName();
    const fault = member.faults.add({ skip: 50, times: 1, action: { kind: 'close' } });
    const codes = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        codeOf(
          client.transaction(async (tx) => {
            const inside = tx.getMap<string, number>(name);
            await inside.set(`a${i}`, 1);
            await inside.set(`b${i}`, 1);
          }),
        ),
      ),
    );
    expect(fault.hits).toBe(1);
    const allowed = new Set([
      'resolved',
      TRANSACTION,
      NOT_ACTIVE,
      Code.INDETERMINATE,
      Code.TARGET_DISCONNECTED,
    ]);
    expect(codes.filter((code) => !allowed.has(code))).toEqual([]);
    const [as, bs] = await Promise.all(
      ['a', 'b'].map((letter) => map.getAll(codes.map((_, i) => `${letter}${i}`))),
    );
    // Both, or none.
    const numbers = (entries: [string, number][]): string[] =>
      entries.map(([key]) => key.slice(1)).toSorted();
    expect(numbers(as)).toEqual(numbers(bs));
    const made = codes.filter(
      (code, i) => code !== Code.INDETERMINATE && as.some(([key]) => key === `a${i}`),
    );
    expect(made).toEqual(codes.filter((code) => code === 'resolved'));
    expect(figuresOf(client)).toMatchObject({ inFlight: 0 });
  });

  test('calls under way when the client is shut down reject, and nothing is done', async () => {
    const { client, map } = await open();
    const { client: other } = await connect(member.address);
    const context = await begun(client);
    const inside = context.getMap<string, number>(map.getName());
    await inside.set('k', 1);
    member.faults.add({ message: 'transactionalMap.get', action: { kind: 'swallow' } });
    const gets = [codeOf(inside.get('k')), codeOf(inside.get('l'))];
    await client.shutdown();
    expect(await Promise.all(gets)).toEqual([Code.CLIENT_NOT_ACTIVE, Code.CLIENT_NOT_ACTIVE]);
    expect(await codeOf(context.commit())).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(await codeOf(context.rollback())).toBe('resolved');
    expect(await codeOf(context.begin())).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(await codeOf(client.transaction(() => 1))).toBe(Code.CLIENT_NOT_ACTIVE);
    const theirs = await other.getMap<string, number>(map.getName());
    await theirs.set('k', 7);
    expect(await theirs.get('k')).toBe(7);
  });

  test('a commit under way when the client is shut down is in doubt', async () => {
    const { client, map } = await open();
    const context = await begun(client);
    await context.getMap<string, number>(map.getName()).set('k', 1);
    const fault = member.faults.add({ message: 'transaction.commit', action: { kind: 'swallow' } });
    const commit = codeOf(context.commit());
    await fault.untilHit();
    await client.shutdown();
    expect(await commit).toBe(Code.INDETERMINATE);
  });
});

describe.each([1, 2])('with workers: %i that die', (workers) => {
  test('the transaction is over, and a commit under way in doubt', async () => {
    const { client } = await connect(member.address, { runtime: { workers } });
    const map = await freshMap<string, number>(client);
    const [open, committing] = [await begun(client), await begun(client)];
    const inside = open.getMap<string, number>(map.getName());
    await inside.set('k', 1);
    const fault = member.faults.add({ message: 'transaction.commit', action: { kind: 'swallow' } });
    const commit = codeOf(committing.commit());
    await fault.untilHit();
    member.faults.clear();
    await killYoungest(workers);
    expect(await commit).toBe(Code.INDETERMINATE);
    expect(await codeOf(inside.get('k'))).toBe(NOT_ACTIVE);
    expect(await codeOf(open.commit())).toBe(NOT_ACTIVE);
    await map.set('k', 7);
    // The connection of the next worker may have the number of the one before.
    await client.transaction((tx) => tx.getMap<string, number>(map.getName()).set('l', 1));
    expect([await map.get('k'), await map.get('l')]).toEqual([7, 1]);
  });
});

test('what a dead worker has left to the next one goes on no other connection', async () => {
  const { client } = await connect(member.address, { runtime: { workers: 1, requestRingBytes: 1024 } });
  const map = await freshMap<string, number>(client);
  const context = await begun(client);
  const inside = context.getMap<string, number>(map.getName());
  await inside.set('k', 1);
  const before = requests('transactionalMap.get');
  // In one tick: most of these find the ring full, and so wait on this side of it when the worker ends.
  const sets = Array.from({ length: 300 }, (_, i) => codeOf(map.set(`key ${i}`, i)));
  const get = codeOf(inside.get('k'));
  await killYoungest();
  await Promise.all(sets);
  expect(await get).toBe(NOT_ACTIVE);
  expect(requests('transactionalMap.get')).toBe(before);
});

test('a call that is not answered in the usual time ends the transaction, and is rolled back', async () => {
  const { client } = await connect(member.address, { invocation: { responseTimeoutMillis: 50 } });
  const { client: other } = await connect(member.address);
  const map = await freshMap<string, number>(other);
  const context = await begun(client);
  const inside = context.getMap<string, number>(map.getName());
  await inside.set('k', 1);
  member.faults.add({ message: 'transactionalMap.get', action: { kind: 'swallow' } });
  expect(await codeOf(inside.get('k'))).toBe(Code.OPERATION_TIMEOUT);
  expect(await codeOf(context.commit())).toBe(NOT_ACTIVE);
  await map.set('k', 7);
  expect(await map.get('k')).toBe(7);

  const next = await begun(client);
  await next.getMap<string, number>(map.getName()).set('k', 8);
  member.faults.add({ message: 'transaction.commit', action: { kind: 'swallow', execute: true } });
  expect(await codeOf(next.commit())).toBe(Code.INDETERMINATE);
  expect(await map.get('k')).toBe(8);
});

test.each([
  ['a rollback', 'transaction.rollback', 'rollback', 'resolved', 'before'],
  ['a commit', 'transaction.commit', 'commit', Code.INDETERMINATE, 'after'],
] as const)(
  '%s whose time is over before it was sent is sent, and its locks are free at once',
  async (_what, message, end, code, found) => {
    const { client } = await connect(member.address, {
      runtime: { workers: 0, requestRingBytes: 1024 },
      invocation: { responseTimeoutMillis: 500 },
    });
    const { client: other } = await connect(member.address);
    const map = await freshMap<string, string>(client);
    const theirs = await other.getMap<string, string>(map.getName());
    await map.set('k', 'before');
    const context = await begun(client);
    await context.getMap<string, string>(map.getName()).set('k', 'after');
    const ends = requests(message);
    // In one tick: most of the sets find the ring full, and the end waits behind them while the loop stands still.
    process.nextTick(() => {
      for (const until = performance.now() + 600; performance.now() < until;);
    });
    const sets = Array.from({ length: 3_000 }, (_, i) => codeOf(map.set(`key ${i}`, 'v')));
    const ended = codeOf(context[end]());
    expect(await Promise.all(sets)).toContain(Code.OPERATION_TIMEOUT);
    expect(await ended).toBe(code);
    expect(await theirs.replace('k', 'free', { timeout: 10_000 })).toBe(found);
    expect(requests(message)).toBe(ends + 1);
  },
);

test('a rollback without an answer outlives the usual time, and not its client', async () => {
  const { client } = await connect(member.address, { invocation: { responseTimeoutMillis: 50 } });
  const map = await freshMap(client);
  const context = await begun(client);
  const fault = member.faults.add({ message: 'transaction.rollback', action: { kind: 'swallow' } });
  expect(await codeOf(context.rollback())).toBe('resolved');
  await fault.untilHit();
  // Behind whatever the worker was told of the rollback.
  await map.get('k', { timeout: 10_000 });
  expect(figuresOf(client)).toMatchObject({ inFlight: 1 });
  await client.shutdown();
  expect(client.stats().shards).toEqual([]);
});

test('a transaction takes part in the limits on calls, and is rolled back when they admit nothing', async () => {
  const { client } = await connect(member.address, { runtime: { workers: 1, maxPendingCalls: 3 } });
  const { client: other } = await connect(member.address);
  const map = await freshMap<string, number>(client);
  const theirs = await other.getMap<string, number>(map.getName());
  const context = await begun(client);
  await context.getMap<string, number>(map.getName()).set('k', 1);
  const fault = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
  const given = new AbortController();
  const gets = Array.from({ length: 3 }, () => codeOf(map.get('k', { signal: given.signal })));
  await fault.untilHit(3);
  expect(await codeOf(context.commit())).toBe(Code.BACKPRESSURE);
  const rollback = codeOf(context.rollback());
  given.abort();
  await Promise.all(gets);
  expect(await rollback).toBe('resolved');
  await theirs.set('k', 7);
  expect(await codeOf(context.begin())).toBe('resolved');
  onTestFinished(() => context[Symbol.asyncDispose]());
});
