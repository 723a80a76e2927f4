import { messages } from '@offloop/wire';
import Long from 'long';
import { expect, test } from 'vitest';

import type { Invoker } from '../../src/calls/invoker.js';
import type { Operation } from '../../src/calls/operation.js';
import type { CpObject } from '../../src/cp/cp-proxy.js';
import { FencedLockProxy } from '../../src/cp/fenced-lock-proxy.js';
import { SessionSemaphoreProxy } from '../../src/cp/session-semaphore-proxy.js';
import { Sessions } from '../../src/cp/sessions.js';
import { SessionlessSemaphoreProxy } from '../../src/cp/sessionless-semaphore-proxy.js';
import { IndeterminateOperationStateError } from '@offloop/values';
import type { ILogger } from '../../src/logging/logger.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

/** An object whose first two requests die with their workers, and what was asked for. */
function objectOf(answer: unknown): { object: CpObject; asked: object[] } {
  const asked: object[] = [];
  const invoke = ({ spec }: Operation, _name: unknown, fields: object): Promise<unknown> => {
    if (spec === messages.cpSession.createSession)
      return Promise.resolve({ sessionId: 1n, ttlMillis: 60_000n, heartbeatMillis: 5000n });
    if (spec === messages.cpSession.generateThreadId) return Promise.resolve(Long.ONE);
    asked.push(fields);
    if (asked.length > 2) return Promise.resolve(answer);
    return Promise.reject(new IndeterminateOperationStateError('the worker died'));
  };
  const invoker = { invoke } as unknown as Invoker;
  const sessions = new Sessions(invoker, () => undefined, 'client', {} as ILogger);
  const group = { name: 'default', seed: 0n, id: 1n };
  const name = { full: 'a', object: 'a' };
  return { object: { name, group, invoker, sessions, onGone: () => undefined }, asked };
}

const calls: Readonly<Record<string, [answer: unknown, call: (object: CpObject) => Promise<unknown>]>> = {
  lock: [Long.ONE, (object) => new FencedLockProxy(object, () => undefined).lock()],
  tryLock: [Long.ONE, (object) => new FencedLockProxy(object, () => undefined).tryLock()],
  acquire: [true, (object) => new SessionSemaphoreProxy(object).acquire()],
  tryAcquire: [true, (object) => new SessionSemaphoreProxy(object).tryAcquire()],
  drainPermits: [2, (object) => new SessionSemaphoreProxy(object).drainPermits()],
};

test.each(Object.entries(calls))(
  '%s that a worker died with is asked for again, as the same invocation',
  async (_, [answer, call]) => {
    const { object, asked } = objectOf(answer);
    expect(await codeOf(call(object))).toBe('resolved');
    expect(asked).toHaveLength(3);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
  },
);

test('a semaphore without sessions is not asked again: its group would take permits twice', async () => {
  const { object, asked } = objectOf(true);
  expect(await codeOf(new SessionlessSemaphoreProxy(object).acquire())).toBe(Code.INDETERMINATE);
  expect(asked).toHaveLength(1);
});
