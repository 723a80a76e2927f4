import { messages } from '@offloop/wire';
import { beforeEach, expect, test } from 'vitest';

import type { Invoker } from '../../src/calls/invoker.js';
import type { Operation } from '../../src/calls/operation.js';
import { CPSubsystemImpl } from '../../src/cp/cp-subsystem-impl.js';
import type { Sessions } from '../../src/cp/sessions.js';

/** Of the default group, which is another once it was destroyed and made again. */
let groupId: bigint;
let cp: CPSubsystemImpl;
/** What was destroyed: service and name of each. */
let gone: string[];
beforeEach(() => {
  groupId = 1n;
  gone = [];
  const invoke = ({ spec }: Operation): Promise<unknown> =>
    Promise.resolve(
      spec === messages.cpGroup.createCPGroup ? { name: 'default', seed: 0n, id: groupId } : undefined,
    );
  const invoker = { invoke, checkReady: () => undefined } as unknown as Invoker;
  cp = new CPSubsystemImpl(invoker, {} as Sessions, ({ service, id }) => gone.push(`${service} ${id}`));
});

test('a lock is the same object each time, however its name is written', async () => {
  const lock = await cp.getLock('a');
  expect(await cp.getLock(' a@default ')).toBe(lock);
  expect(await cp.getLock('b')).not.toBe(lock);
});

test('a lock that was destroyed is not kept', async () => {
  const lock = await cp.getLock('a');
  await lock.destroy();
  const other = await cp.getLock('a');
  expect(other).not.toBe(lock);
  // Once more, and of the one before: the one that is there stays.
  await lock.destroy();
  expect(await cp.getLock('a')).toBe(other);
});

test('a lock is another one in a group that was made again', async () => {
  const lock = await cp.getLock('a');
  groupId = 2n;
  const other = await cp.getLock('a');
  expect(other).not.toBe(lock);
  expect(await cp.getLock('a')).toBe(other);
});

test('an object is gone with its destruction, and not another of its name in another group', async () => {
  const [lock, semaphore] = await Promise.all([cp.getLock('a'), cp.getSemaphore('a@other')]);
  expect(gone).toEqual([]);
  await lock.destroy();
  await semaphore.destroy();
  expect(gone).toEqual(['hz:raft:lockService a', 'hz:raft:semaphoreService a@other']);
});
