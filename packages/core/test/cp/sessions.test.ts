import { messages } from '@offloop/wire';
import type { ToWorker } from '@offloop/contract';
import Long from 'long';
import { expect, test } from 'vitest';

import type { Invoker } from '../../src/calls/invoker.js';
import type { Operation } from '../../src/calls/operation.js';
import { Sessions } from '../../src/cp/sessions.js';
import type { ILogger } from '../../src/logging/logger.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const GROUP = { name: 'default', seed: 0n, id: 3n };
const OTHER = { ...GROUP, id: 4n };

/** Sessions whose group gives ids from 1 on, and what the worker is told of them. */
class Bench {
  readonly told: string[] = [];
  created = 0;
  closed = 0;
  ttlMillis = 60_000n;
  failure: Error | undefined;
  readonly sessions: Sessions;

  constructor() {
    const invoke = async ({ spec }: Operation): Promise<unknown> => {
      await Promise.resolve();
      if (spec === messages.cpSession.closeSession) return void this.closed++;
      if (this.failure !== undefined) throw this.failure;
      this.created++;
      return { sessionId: BigInt(this.created), ttlMillis: this.ttlMillis, heartbeatMillis: 5n };
    };
    const tell = (message: ToWorker): void => {
      if (!('session' in message)) return;
      const isTakenOver = message.type === 'keep-session' && message.isTakenOver;
      this.told.push(`${message.type} ${message.session.sessionId}${isTakenOver ? ', taken over' : ''}`);
      if (message.type === 'keep-session') expect(message.intervalMillis).toBe(100);
    };
    const logger = { debug: () => undefined } as unknown as ILogger;
    this.sessions = new Sessions({ invoke } as unknown as Invoker, tell, 'client', logger);
  }
}

test('one session a group is made, however many ask for it at once, and kept while something is acquired', async () => {
  const { sessions, told } = new Bench();
  const ids = await Promise.all([
    sessions.acquire(GROUP),
    sessions.acquire(GROUP, 2),
    sessions.acquire(OTHER),
  ]);
  expect(ids.map(Number)).toEqual([1, 1, 2]);
  expect(told).toEqual(['keep-session 1', 'keep-session 2']);
  sessions.release(GROUP, ids[0], 2);
  expect(told).toHaveLength(2);
  sessions.release(GROUP, ids[0]);
  expect(told).toEqual(['keep-session 1', 'keep-session 2', 'drop-session 1']);
  expect(Number(await sessions.acquire(GROUP))).toBe(1);
  expect(told.at(-1)).toBe('keep-session 1');
});

test('a session that nobody uses is not taken again when its time is over; one in use is', async () => {
  const bench = new Bench();
  bench.ttlMillis = 0n;
  const { sessions } = bench;
  const first = await sessions.acquire(GROUP);
  expect(await sessions.acquire(GROUP)).toEqual(first);
  sessions.release(GROUP, first, 2);
  expect(Number(await sessions.acquire(GROUP))).toBe(2);
});

test('what was told of a session before does nothing to the one after it', async () => {
  const { sessions } = new Bench();
  const first = await sessions.acquire(GROUP);
  sessions.onClosed({ group: 'default', seed: '0', id: '3', sessionId: '1' });
  expect(sessions.idOf(GROUP)).toBeUndefined();
  const second = await sessions.acquire(GROUP);
  expect(Number(second)).toBe(2);
  sessions.invalidate(GROUP, first);
  sessions.release(GROUP, first, 9);
  expect(sessions.idOf(GROUP)).toEqual(second);
});

test('a new worker is told of the sessions in use', async () => {
  const { sessions, told } = new Bench();
  sessions.release(GROUP, await sessions.acquire(GROUP));
  await sessions.acquire(OTHER);
  told.length = 0;
  sessions.onRestart();
  expect(told).toEqual(['keep-session 2, taken over']);
});

test('a session that could not be made is tried again by the next who asks', async () => {
  const bench = new Bench();
  bench.failure = new Error('no leader');
  await expect(bench.sessions.acquire(GROUP)).rejects.toThrow('no leader');
  bench.failure = undefined;
  expect(await bench.sessions.acquire(GROUP)).toEqual(Long.ONE);
});

test('at the end all are closed, and no new one is made', async () => {
  const bench = new Bench();
  await Promise.all([bench.sessions.acquire(GROUP), bench.sessions.acquire(OTHER)]);
  await bench.sessions.close();
  expect(bench.closed).toBe(2);
  expect(await codeOf(bench.sessions.acquire(GROUP))).toBe(Code.ILLEGAL_STATE);
});

test.each([1, 2, 9, 500, 5000])(
  '%i that ask for a session while the client is shut down get none, and it is closed',
  async (asking) => {
    const bench = new Bench();
    await bench.sessions.acquire(OTHER);
    bench.told.length = 0;
    const asked = Array.from({ length: asking }, () => codeOf(bench.sessions.acquire(GROUP)));
    const closed = [bench.sessions.close(), bench.sessions.close()];
    expect(new Set(await Promise.all(asked))).toEqual(new Set([Code.ILLEGAL_STATE]));
    await Promise.all(closed);
    expect(bench.created).toBe(2);
    expect(bench.closed).toBe(2);
    expect(bench.told).toEqual([]);
    expect(bench.sessions.idOf(GROUP)).toBeUndefined();
  },
);

test.each([1, 2, 9, 500, 5000])('%i whose session is closed by its group share the next', async (asking) => {
  const bench = new Bench();
  const ids = await Promise.all(Array.from({ length: asking }, () => bench.sessions.acquire(GROUP)));
  const again = await Promise.all(
    ids.map((id) => {
      bench.sessions.release(GROUP, id);
      bench.sessions.invalidate(GROUP, id);
      return bench.sessions.acquire(GROUP);
    }),
  );
  expect(new Set(again.map(Number))).toEqual(new Set([2]));
  expect(bench.created).toBe(2);
});
