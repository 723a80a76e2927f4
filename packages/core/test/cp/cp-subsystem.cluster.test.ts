import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRealCluster, startRealMember, type RealCluster } from '@offloop/tools';
import Long from 'long';
import { Client, type CPSubsystem } from 'offloop';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { runnableExamples } from '../../../../test/support/examples.js';
import { runExample } from '../../../../test/support/run-example.js';
import { ROOT } from '../../../../test/support/workspace.js';
import { codeOf, connect, eventually, testConfig } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { connectOfficial, OfficialLong } from '../cluster/support/official.js';
import { CP_SCRIPTS, type AnyCp } from './support/cp-scripts.js';

/** The last release whose open-source members have the CP subsystem. */
const VERSION = '5.4.0';
const TIME_TO_LIVE_SECONDS = 10;

const CP_XML = `
  <session-time-to-live-seconds>${TIME_TO_LIVE_SECONDS}</session-time-to-live-seconds>
  <session-heartbeat-interval-seconds>1</session-heartbeat-interval-seconds>
  <semaphores>
    <semaphore><name>sessionless</name><jdk-compatible>true</jdk-compatible></semaphore>
  </semaphores>`;

const startCp = (): Promise<RealCluster> =>
  startRealCluster(3, { version: VERSION, cp: { members: 3, extraXml: CP_XML } });

let cluster: RealCluster;
beforeAll(async () => {
  cluster = await startCp();
});
afterAll(() => cluster.kill());

let names = 0;
const fresh = (group = 'default'): string => `object-${names++}@${group}`;

async function cpOf(workers = 1): Promise<{ client: Client; cp: CPSubsystem }> {
  const { client } = await connect(cluster.addresses[0], { runtime: { workers } });
  return { client, cp: client.getCPSubsystem() };
}

/** A client that is killed: it says no goodbye, its sessions stay until they are too old. */
async function strayCp(): Promise<{ client: Client; cp: CPSubsystem }> {
  const client = await Client.newHazelcastClient(testConfig(cluster.addresses[0]).config);
  onTestFinished(() => client.shutdown());
  return { client, cp: client.getCPSubsystem() };
}

function blockLoop(millis: number): void {
  const end = performance.now() + millis;
  while (performance.now() < end);
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

describe.each([1, 0])('with workers: %i', (workers) => {
  test('a name that is none is refused before anything is sent', async () => {
    const { cp } = await cpOf(workers);
    for (const name of ['', ' ', '@group', 'a@', 'a@b@c', 7, null]) {
      expect(await codeOf(cp.getAtomicLong(name as string))).toBe(Code.ILLEGAL_ARGUMENT);
    }
  });

  test('wrong arguments are refused, and a fence that this lock has not given', async () => {
    const { cp } = await cpOf(workers);
    const [number, latch, semaphore, lock, other] = await Promise.all([
      cp.getAtomicLong(fresh()),
      cp.getCountDownLatch(fresh()),
      cp.getSemaphore(fresh()),
      cp.getLock(fresh()),
      cp.getLock(fresh()),
    ]);
    const fence = await lock.lock();
    const refused: Promise<unknown>[] = [
      number.set(1.5),
      number.compareAndSet(1, '2' as unknown as number),
      latch.trySetCount(0),
      latch.await(NaN),
      semaphore.init(-1),
      semaphore.acquire(0),
      semaphore.tryAcquire(1, -1),
      lock.tryLock(-1),
      lock.lock({ timeout: 10 }),
      lock.unlock(Long.fromString(fence.toString())),
      other.unlock(fence),
      lock.unlock(1 as unknown as Long),
    ];
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set([Code.ILLEGAL_ARGUMENT]));
    await lock.unlock(fence);
    expect(() => lock.getPartitionKey()).toThrow('no partition');
  });

  test('a reference is null until it is set, and when it is cleared', async () => {
    const { cp } = await cpOf(workers);
    const reference = await cp.getAtomicReference<string | null>(fresh());
    expect([await reference.isNull(), await reference.contains(null)]).toEqual([true, true]);
    expect(await reference.compareAndSet(null, 'a')).toBe(true);
    expect(await reference.isNull()).toBe(false);
    await reference.clear();
    expect([await reference.isNull(), await reference.get()]).toEqual([true, null]);
  });

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
    const { client, cp } = await strayCp();
    const name = fresh();
    await (await cp.getLock(name)).lock();
    const { cp: other } = await cpOf(workers);
    const waiting = (await other.getLock(name)).lock();
    await client.shutdown();
    expect((await waiting).gt(Long.ZERO)).toBe(true);
    expect(await codeOf(cp.getLock(name))).toBe(Code.CLIENT_NOT_ACTIVE);
  });

  test('a wait that is cut by a shutdown rejects', async () => {
    const { cp } = await cpOf(workers);
    const name = fresh();
    const fence = await (await cp.getLock(name)).lock();
    const { client, cp: other } = await strayCp();
    const waiting = codeOf((await other.getLock(name)).lock());
    await client.shutdown();
    expect(await waiting).toBe(Code.CLIENT_NOT_ACTIVE);
    await (await cp.getLock(name)).unlock(fence);
    expect(await (await cp.getLock(name)).isLocked()).toBe(false);
  });
});

test(`a loop blocked twice as long as a session lives without a heartbeat loses no lock and no permit`, async () => {
  const { cp } = await cpOf();
  const lock = await cp.getLock(fresh());
  const semaphore = await cp.getSemaphore(fresh());
  await semaphore.init(3);
  await semaphore.acquire(2);
  const fence = await lock.lock();
  await new Promise<void>((resolve) => {
    // Behind the tick that tells the worker of the session.
    setImmediate(() => {
      blockLoop(2 * TIME_TO_LIVE_SECONDS * 1000);
      resolve();
    });
  });
  expect(await lock.isLocked()).toBe(true);
  await lock.unlock(fence);
  await semaphore.release(2);
  expect(await semaphore.availablePermits()).toBe(3);
});

test('a session that the group has closed costs its locks, which is said', async () => {
  // With workers: 0 nobody sends heartbeats while the loop is blocked.
  const { cp } = await cpOf(0);
  const lock = await cp.getLock(fresh());
  const semaphore = await cp.getSemaphore(fresh());
  await semaphore.init(1);
  await semaphore.acquire();
  const fence = await lock.lock();
  blockLoop(2.5 * TIME_TO_LIVE_SECONDS * 1000);
  expect(await codeOf(lock.unlock(fence))).toBe('ERR_OFFLOOP_LOCK_OWNERSHIP_LOST');
  expect(await codeOf(semaphore.release())).toBe(Code.ILLEGAL_STATE);
  const again = await lock.lock();
  expect(again.gt(fence)).toBe(true);
  await lock.unlock(again);
});

test('a member without the CP subsystem says that it is a feature of Hazelcast Enterprise', async () => {
  const member = await startRealMember();
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

test.each(runnableExamples(readFileSync(join(ROOT, PAGE), 'utf8')))(
  `the example at line $line of ${PAGE} runs to its end`,
  (example) => expect(runExample(PAGE, example, cluster.addresses[0])).resolves.toBeUndefined(),
);

test('the example program does its job once', async () => {
  const program = join(ROOT, 'examples/structures/cp.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, cluster.addresses[0]]);
  expect(stdout).toBe('1 run of the job for 3 servers\n');
});

// The last one: it takes a member from the cluster.
test('the death of a CP member loses no count, no lock and no waiting call', async () => {
  const { client, cp } = await cpOf();
  const number = await cp.getAtomicLong(fresh());
  const lock = await cp.getLock(fresh());
  const latch = await cp.getCountDownLatch(fresh());
  await latch.trySetCount(10);
  const fence = await lock.lock();
  const waiting = lock.lock();
  const open = latch.await(200_000);
  await number.set(7);
  await cluster.members[1].kill();
  await eventually(() => client.getCluster().getMembers().length === 2);
  expect((await number.get()).toNumber()).toBe(7);
  await Promise.all(Array.from({ length: 10 }, () => latch.countDown()));
  expect(await open).toBe(true);
  expect(await latch.getCount()).toBe(0);
  await lock.unlock(fence);
  const second = await waiting;
  expect(second.gt(fence)).toBe(true);
  await lock.unlock(second);
});
