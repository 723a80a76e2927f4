import type { RealMember } from '@offloop/tools';
import type Long from 'long';
import { expect, test } from 'vitest';

import { codeOf, connect, eventually } from '../client/support/client-bench.js';
import { realCluster } from '../cluster/support/members.js';

/** The last release whose open-source members have the CP subsystem. */
const VERSION = '5.4.0';
/** By the members' default, one that does not know whether the group has made a change asks for it again. */
const AT_MOST_ONCE = '<fail-on-indeterminate-operation-state>true</fail-on-indeterminate-operation-state>';
const FLOWS = 8;
const INCREMENTS = 400;

/** What a change rejects with that may have been made or not. */
const IN_DOUBT = ['ERR_OFFLOOP_TARGET_DISCONNECTED', 'ERR_OFFLOOP_INDETERMINATE_OPERATION_STATE'];

const cluster = realCluster(3, {
  heap: '512m',
  version: VERSION,
  cp: { members: 3, extraXml: AT_MOST_ONCE },
});

/** The member that leads the default group, as they have written down themselves. */
function leader(): RealMember {
  const found = cluster.members.find((member) => {
    const latest = member.log().split('{groupId: default(').at(-1)!;
    return latest.slice(0, latest.indexOf('\n]')).includes('LEADER this');
  });
  if (found === undefined) throw new Error('no member leads the group');
  return found;
}

test('the death of the leader loses no lock, no permit, no wait and no increment, and nothing counts twice', async () => {
  const clients = await Promise.all([0, 1].map(() => connect(cluster.addresses[0])));
  const [mine, theirs] = clients.map(({ client }) => client.getCPSubsystem());
  const [lock, theirLock] = await Promise.all([mine.getLock('lock'), theirs.getLock('lock')]);
  const [semaphore, theirSemaphore] = await Promise.all([
    mine.getSemaphore('permits'),
    theirs.getSemaphore('permits'),
  ]);
  const latch = await mine.getCountDownLatch('latch');
  await semaphore.init(2);
  await semaphore.acquire(2);
  await latch.trySetCount(FLOWS);
  const fence = await lock.lock();
  const waiting = theirLock.lock();
  const permit = theirSemaphore.acquire();
  const open = latch.await(600_000);

  const counts = await Promise.all([mine, theirs].map((cp) => cp.getAtomicLong('count')));
  const results: number[] = [];
  const doubts: string[] = [];
  const increments = { on: true };
  const flows = Array.from({ length: FLOWS }, async (_, flow) => {
    const count = counts[flow % 2];
    while (increments.on) {
      try {
        results.push((await count.incrementAndGet()).toNumber());
      } catch (error) {
        doubts.push((error as { code: string }).code);
      }
    }
  });
  await eventually(() => results.length > INCREMENTS);
  await leader().kill();
  const before = results.length;
  await eventually(() => results.length > before + INCREMENTS);
  increments.on = false;
  await Promise.all(flows);

  const value = (await counts[0].get()).toNumber();
  expect(doubts.filter((code) => !IN_DOUBT.includes(code))).toEqual([]);
  expect(new Set(results).size).toBe(results.length);
  expect(Math.max(...results)).toBeLessThanOrEqual(value);
  // Each that was acknowledged counts once; each that is in doubt, once or not at all.
  expect(value).toBeGreaterThanOrEqual(results.length);
  expect(value).toBeLessThanOrEqual(results.length + doubts.length);

  expect(await theirLock.isLocked()).toBe(true);
  expect(await codeOf(lock.unlock(fence))).toBe('resolved');
  const second: Long = await waiting;
  expect(second.gt(fence)).toBe(true);
  await theirLock.unlock(second);
  await semaphore.release(2);
  await permit;
  expect(await semaphore.availablePermits()).toBe(1);
  await Promise.all(Array.from({ length: FLOWS }, () => latch.countDown()));
  expect(await open).toBe(true);
  expect(await latch.getCount()).toBe(0);
});
