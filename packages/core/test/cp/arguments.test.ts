import { expect, test } from 'vitest';

import type { Invoker } from '../../src/calls/invoker.js';
import { AtomicReferenceProxy } from '../../src/cp/atomic-reference-proxy.js';
import { CountDownLatchProxy } from '../../src/cp/count-down-latch-proxy.js';
import type { CpObject } from '../../src/cp/cp-proxy.js';
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

test.each([null, undefined, '1', true, {}, NaN, Infinity, 1.5])(
  'a latch does not wait for %o',
  async (timeout) => {
    const latch = new CountDownLatchProxy(object);
    expect(await codeOf(latch.await(timeout as number))).toBe(Code.ILLEGAL_ARGUMENT);
  },
);

test('a latch waits for 0, or less, which is 0', async () => {
  const latch = new CountDownLatchProxy(object);
  await expect(latch.await(0)).rejects.toBe(SENT);
  await expect(latch.await(-1)).rejects.toBe(SENT);
});
