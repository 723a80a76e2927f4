import { AssertionError } from 'node:assert';
import { expect, test } from 'vitest';

import type { Invoker } from '../../src/calls/invoker.js';
import { AtomicLongProxy } from '../../src/cp/atomic-long-proxy.js';
import { AtomicReferenceProxy } from '../../src/cp/atomic-reference-proxy.js';
import { CountDownLatchProxy } from '../../src/cp/count-down-latch-proxy.js';
import type { CpObject } from '../../src/cp/cp-proxy.js';
import { FencedLockProxy } from '../../src/cp/fenced-lock-proxy.js';
import { SessionlessSemaphoreProxy } from '../../src/cp/sessionless-semaphore-proxy.js';
import type { Sessions } from '../../src/cp/sessions.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const SENT = new Error('this was sent');

const object: CpObject = {
  onGone: () => undefined,
  name: { full: 'object', object: 'object' },
  group: { name: 'default', seed: 0n, id: 1n },
  invoker: {
    invoke: () => Promise.reject(SENT),
    refuse: (reason: Error) => Promise.reject(reason),
  } as unknown as Invoker,
  sessions: {} as Sessions,
};

test('undefined is no value of a reference: what is missing by mistake clears nothing', async () => {
  const reference = new AtomicReferenceProxy<unknown>(object);
  const calls = [
    reference.set(undefined),
    reference.getAndSet(undefined),
    reference.compareAndSet(undefined, 1),
    reference.compareAndSet(1, undefined),
    reference.contains(undefined),
  ];
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => Code.ILLEGAL_ARGUMENT));
  await expect(reference.set(null)).rejects.toBe(SENT);
});

test.each([Infinity, NaN, 1.5])('a latch does not wait for %o', async (timeout) => {
  const latch = new CountDownLatchProxy(object);
  expect(await codeOf(latch.await(timeout))).toBe(Code.ILLEGAL_ARGUMENT);
});

test.each([null, undefined, '1', true, {}])('what is no number is thrown at once: %o', (none) => {
  const wrong = none as number;
  const latch = new CountDownLatchProxy(object);
  const semaphore = new SessionlessSemaphoreProxy(object);
  const number = new AtomicLongProxy(object);
  const calls = [
    () => latch.await(wrong),
    () => latch.trySetCount(wrong),
    () => semaphore.init(wrong),
    () => semaphore.increasePermits(wrong),
    () => semaphore.reducePermits(wrong),
    () => number.addAndGet(wrong),
    () => number.getAndAdd(wrong),
    () => number.compareAndSet(wrong, 1),
    () => number.compareAndSet(1, wrong),
    () => number.set(wrong),
    () => number.getAndSet(wrong),
  ];
  for (const call of calls) expect(call).toThrow(AssertionError);
});

test('numbers below the least are thrown at once', () => {
  const semaphore = new SessionlessSemaphoreProxy(object);
  const latch = new CountDownLatchProxy(object);
  const lock = new FencedLockProxy(object, () => undefined);
  for (const call of [
    () => latch.trySetCount(0),
    () => semaphore.init(-1),
    () => semaphore.acquire(0),
    () => semaphore.tryAcquire(0),
    () => semaphore.tryAcquire(1, -1),
    () => semaphore.release(0),
    () => semaphore.increasePermits(-1),
    () => semaphore.reducePermits(-1),
    () => lock.tryLock(-1),
  ]) {
    expect(call).toThrow(/at least [01]$/);
    expect(call).toThrow(AssertionError);
  }
});

test('a latch waits for 0, or less, which is 0', async () => {
  const latch = new CountDownLatchProxy(object);
  await expect(latch.await(0)).rejects.toBe(SENT);
  await expect(latch.await(-1)).rejects.toBe(SENT);
});
