import { rounds, startRealMember } from '@offloop/tools';
import Long from 'long';
import { Client, type CPSubsystem } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loopMayStand } from '../../../../test/support/event-loop.js';
import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf, connect, eventually, testConfig, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { OfficialLong } from '../../../values/test/serialization/official.js';
import { connectOfficial } from '../cluster/support/official.js';
import { placeSaboteur, type Saboteur } from '../faults/support/saboteur.js';
import { checkAgainstModel, MODELLED } from './support/cp-models.js';
import { CP_SCRIPTS, type AnyCp } from './support/cp-scripts.js';
import { figuresOf } from '../client/support/figures.js';
import { workFor } from '../client/support/work-for.js';
import { realCluster } from '../cluster/support/members.js';

/** The last release whose open-source members have the CP subsystem. */
const VERSION = '5.4.0';
/** The last release that has been tried without it. */
const VERSION_WITHOUT = '5.6.0';
const TIME_TO_LIVE_SECONDS = 10;
const HEARTBEAT_SECONDS = 4;
/** How many times that a session lives a loop is blocked. */
const BLOCKED_TIMES = 2;
/** Numbers of workers that sessions are tested with. */
const WORKERS = [0, 1, 2, 4];
/** Of workers that lead. One that dies more often in a minute is not started again. */
const DEATHS = 5;
/** Random sequences of each kind of object. */
const RUNS = rounds({ short: 10, full: 20 });

const CP_XML = `
  <session-time-to-live-seconds>${TIME_TO_LIVE_SECONDS}</session-time-to-live-seconds>
  <session-heartbeat-interval-seconds>${HEARTBEAT_SECONDS}</session-heartbeat-interval-seconds>
  <semaphores>
    <semaphore><name>sessionless</name><jdk-compatible>true</jdk-compatible></semaphore>
  </semaphores>`;

const cluster = realCluster(3, { heap: '512m', version: VERSION, cp: { members: 3, extraXml: CP_XML } });

let names = 0;
const fresh = (group = 'default'): string => `object-${names++}@${group}`;

async function cpOf(workers: number | 'auto' = TESTED_WORKERS): Promise<{ client: Client; cp: CPSubsystem }> {
  const { client } = await connect(cluster.addresses[0], { runtime: { workers } });
  return { client, cp: client.getCPSubsystem() };
}

/** A client that the test shuts down itself. */
async function strayCp(workers: number): Promise<{ client: Client; cp: CPSubsystem }> {
  const { config } = testConfig(cluster.addresses[0], { runtime: { workers } });
  const client = await Client.newHazelcastClient(config);
  onTestFinished(() => client.shutdown());
  return { client, cp: client.getCPSubsystem() };
}

test.each(Object.entries(CP_SCRIPTS))('both clients see the same of %s', async (_, script) => {
  const { cp } = await cpOf();
  const official = await connectOfficial(cluster.addresses[0]);
  const name = fresh();
  const [object] = name.split('@');
  const theirs = await script({
    cp: official.getCPSubsystem() as unknown as AnyCp,
    name: `${object}@theirs`,
    long: (digits) => OfficialLong.fromString(digits),
  });
  const ours = await script({
    cp: cp as unknown as AnyCp,
    name: `${object}@ours`,
    long: (digits) => Long.fromString(digits),
  });
  expect(JSON.stringify(ours).replaceAll('@ours', '@theirs')).toEqual(JSON.stringify(theirs));
});

describe.each(WORKERS)('with workers: %i', (workers) => {
  test('a lock excludes: of many holders at a time there is one, with a larger fence each', async () => {
    const clients = await Promise.all([cpOf(workers), cpOf(workers)]);
    const name = fresh();
    let holders = 0;
    let last = Long.ZERO;
    await Promise.all(
      clients.map(async ({ cp }) => {
        const lock = await cp.getLock(name);
        await Promise.all(
          Array.from({ length: 10 }, async () => {
            const fence = await lock.lock();
            expect(++holders).toBe(1);
            expect(fence.gt(last)).toBe(true);
            last = fence;
            await Promise.resolve();
            holders--;
            await lock.unlock(fence);
          }),
        );
      }),
    );
  });

  test('a client that is shut down gives up what it holds at once', async () => {
    const { client, cp } = await strayCp(workers);
    const [lockName, semaphoreName] = [fresh(), fresh()];
    const semaphore = await cp.getSemaphore(semaphoreName);
    await semaphore.init(2);
    await semaphore.acquire(2);
    await (await cp.getLock(lockName)).lock();
    const { cp: other } = await cpOf(workers);
    const waiting = (await other.getLock(lockName)).lock();
    const theirs = await other.getSemaphore(semaphoreName);
    expect(await theirs.availablePermits()).toBe(0);
    await client.shutdown();
    // Asked at once: a session that is not closed lives on for seconds.
    expect(await theirs.availablePermits()).toBe(2);
    expect((await waiting).gt(Long.ZERO)).toBe(true);
    expect(await codeOf(cp.getLock(lockName))).toBe(Code.CLIENT_NOT_ACTIVE);
  });

  test('a wait that is cut by a shutdown rejects', async () => {
    const { cp } = await cpOf(workers);
    const name = fresh();
    const fence = await (await cp.getLock(name)).lock();
    const { client, cp: other } = await strayCp(workers);
    const waiting = codeOf((await other.getLock(name)).lock());
    await client.shutdown();
    expect(await waiting).toBe(Code.CLIENT_NOT_ACTIVE);
    await (await cp.getLock(name)).unlock(fence);
    expect(await (await cp.getLock(name)).isLocked()).toBe(false);
  });
});

test('options where a lock would be lost are refused, and a fence that this lock has not given', async () => {
  const { cp } = await cpOf();
  const [semaphore, lock, other] = await Promise.all([
    cp.getSemaphore(fresh()),
    cp.getLock(fresh()),
    cp.getLock(fresh()),
  ]);
  const fence = await lock.lock();
  const refused = [
    semaphore.drainPermits({ timeout: 10 }),
    lock.lock({ timeout: 10 }),
    lock.unlock(Long.fromString(fence.toString())),
    other.unlock(fence),
    lock.unlock(1 as unknown as Long),
  ];
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set([Code.ILLEGAL_ARGUMENT]));
  await lock.unlock(fence);
  expect(() => lock.getPartitionKey()).toThrow('no partition');
});

test.each(MODELLED)('random calls of %s do what the model does', async (kind) => {
  const { cp } = await cpOf();
  expect(await checkAgainstModel(cp, kind, RUNS)).toBe(RUNS);
});

describe.each(WORKERS)('to wait for a latch, with workers: %i,', (workers) => {
  test('can be given up, by timeout or signal, and loses nothing', async () => {
    const { client, cp } = await cpOf(workers);
    const latch = await cp.getCountDownLatch(fresh());
    await latch.trySetCount(1);
    expect(await codeOf(latch.await(600_000, { timeout: 50 }))).toBe(Code.OPERATION_TIMEOUT);
    const controller = new AbortController();
    const aborted = codeOf(latch.await(600_000, { signal: controller.signal }));
    await latch.getCount();
    controller.abort();
    expect(await aborted).toBe(Code.CANCELLATION);
    const waiting = latch.await(600_000, { timeout: 600_000 });
    await latch.countDown();
    expect(await waiting).toBe(true);
    // The member answers those that were given up, too.
    await eventually(() => figuresOf(client).inFlight === 0);
  });
});

test(`a loop blocked for ${BLOCKED_TIMES} times as long as a session lives without a heartbeat, loses no lock and no permit`, async () => {
  const [lost, ...kept] = await Promise.all(
    // With workers: 0, the first, nobody sends heartbeats while the loop is blocked.
    WORKERS.map(async (workers) => {
      const { cp } = await cpOf(workers);
      const [lock, semaphore] = [await cp.getLock(fresh()), await cp.getSemaphore(fresh())];
      await semaphore.init(3);
      await semaphore.acquire(2);
      return { lock, semaphore, fence: await lock.lock() };
    }),
  );
  // Behind the tick that tells the workers of the sessions.
  await new Promise((resolve) => setImmediate(resolve));
  const standing = { seconds: 90, because: 'no session would live so long without a heartbeat' };
  loopMayStand(standing, () => workFor(BLOCKED_TIMES * TIME_TO_LIVE_SECONDS * 1000));
  for (const { lock, semaphore, fence } of kept) {
    expect(await lock.isLocked()).toBe(true);
    await lock.unlock(fence);
    await semaphore.release(2);
    expect(await semaphore.availablePermits()).toBe(3);
  }
  // A session that the group has closed costs its locks, which is said.
  expect(await codeOf(lost.lock.unlock(lost.fence))).toBe('ERR_OFFLOOP_LOCK_OWNERSHIP_LOST');
  expect(await codeOf(lost.semaphore.release())).toBe(Code.ILLEGAL_STATE);
  expect(await lost.semaphore.availablePermits()).toBe(3);
  const again = await lost.lock.lock();
  expect(again.gt(lost.fence)).toBe(true);
  await lost.lock.unlock(again);
});

/** One client holds a lock and a permit, for which another waits. */
async function contend(holder: CPSubsystem, waiter: CPSubsystem) {
  const [lockName, semaphoreName] = [fresh(), fresh()];
  const [lock, semaphore] = [await holder.getLock(lockName), await holder.getSemaphore(semaphoreName)];
  await semaphore.init(1);
  await semaphore.acquire();
  const fence = await lock.lock();
  const [nextLock, nextSemaphore] = [
    await waiter.getLock(lockName),
    await waiter.getSemaphore(semaphoreName),
  ];
  const grants = Promise.all([nextLock.lock(), nextSemaphore.acquire()]);
  return {
    lock,
    /** Hands both over, after which the other gives them back. */
    async finish(): Promise<void> {
      await lock.unlock(fence);
      await semaphore.release();
      const [next] = await grants;
      expect(next.gt(fence)).toBe(true);
      await nextLock.unlock(next);
      await nextSemaphore.release();
      expect([await lock.isLocked(), await semaphore.availablePermits()]).toEqual([false, 1]);
    },
  };
}

/**
 * Holds what another client waits for, and waits for what that holds, for longer than a session lives without a heartbeat. Each worker that
 * leads dies before it owes one. @returns how many have died.
 */
async function holdWhileLeadersDie(workers: number, saboteur: Saboteur): Promise<number> {
  const instanceName = `dying${workers}`;
  const { client, lifecycle } = await connect(cluster.addresses[0], { instanceName, runtime: { workers } });
  const cp = client.getCPSubsystem();
  const { cp: others } = await cpOf(workers);
  const [mine, theirs] = [await contend(cp, others), await contend(others, cp)];
  for (let death = 0; death < DEATHS; death++) {
    const next = performance.now() + (1000 * (TIME_TO_LIVE_SECONDS + HEARTBEAT_SECONDS)) / DEATHS;
    if (workers > 0) {
      saboteur.throwInShard(death % workers, instanceName);
      await lifecycle.until('CONNECTED', death + 2);
    }
    expect(await mine.lock.isLocked()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
  }
  await mine.finish();
  await theirs.finish();
  return client.stats().shards.reduce((sum, { epoch }) => sum + epoch, 0);
}

test('workers that lead die one after the other, sooner than a heartbeat is due: locks, permits and waits stay', async () => {
  const saboteur = placeSaboteur();
  const deaths = await Promise.all(WORKERS.map((workers) => holdWhileLeadersDie(workers, saboteur)));
  expect(deaths).toEqual(WORKERS.map((workers) => (workers > 0 ? DEATHS : 0)));
});

test('a member without the CP subsystem says that it is a feature of Hazelcast Enterprise', async () => {
  const member = await startRealMember({ version: VERSION_WITHOUT });
  onTestFinished(async () => void (await member.kill()));
  const { client } = await connect(member.address);
  const cp = client.getCPSubsystem();
  const methods = [
    'getAtomicLong',
    'getAtomicReference',
    'getCountDownLatch',
    'getLock',
    'getSemaphore',
  ] as const;
  for (const method of methods) {
    const error = await cp[method]('a').then(
      () => undefined,
      (reason: unknown) => reason as Error & { code: string },
    );
    expect(error?.code).toBe(Code.UNSUPPORTED_OPERATION);
    expect(error?.message).toMatch(/Enterprise/);
  }
});

const PAGE = 'docs/structures/cp.md';

testExamples(PAGE, () => cluster.addresses[0]);

test('the example program does its job once', async () => {
  expect(await printedBy('cp.mjs', cluster.addresses[0])).toBe('1 run of the job for 3 servers\n');
});
