import { ScheduledTaskHandler, type UUID, type IScheduledExecutorService } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { fresh } from './support/fresh.js';
import { keyOf, useTaskSuite, type TaskBench } from './support/task-suite.js';
import { count, echo, nap, put, where } from './support/tasks.js';

const PAGE = 'docs/structures/scheduled-executor-service.md';
const HOUR = 3_600_000;
const STALE = 'ERR_OFFLOOP_STALE_TASK';
const DUPLICATE = 'ERR_OFFLOOP_DUPLICATE_TASK';

const suite = useTaskSuite((client, name) => client.getScheduledExecutorService(name));

describe('a scheduled task', () => {
  let bench: TaskBench<IScheduledExecutorService>;
  let executor: IScheduledExecutorService;
  beforeEach(async () => {
    bench = await suite.open();
    ({ executor } = bench);
  });

  test('runs where its options say', async () => {
    for (const member of bench.members) {
      const key = keyOf(bench, member);
      const options = [{ member }, { key }, { name: String(key) }];
      const tasks = [where(), where(), where(key)];
      const [ofMember, ofKey, ofOwnKey] = await Promise.all(
        tasks.map(async (task, i) => (await executor.schedule(task, 0, options[i])).get()),
      );
      expect([ofMember, ofKey, ofOwnKey].map(String)).toEqual(Array<string>(3).fill(member.uuid.toString()));
    }
    const everywhere = await executor.scheduleOnAllMembers<UUID>(where(), 0);
    for (const [member, future] of everywhere) {
      expect(String(await future.get())).toBe(member.uuid.toString());
    }
  });

  test('waits for its time, and says for how long; can be cancelled, and disposed of', async () => {
    for (const options of [{}, { member: bench.members[1] }]) {
      const name = fresh();
      const future = await executor.schedule(nap(name, 0), HOUR, options);
      const delay = await future.getDelay();
      expect(delay).toBeGreaterThan(HOUR - 60_000);
      expect(delay).toBeLessThanOrEqual(HOUR);
      expect([await future.isDone(), await future.isCancelled()]).toEqual([false, false]);
      expect(await codeOf(future.get({ timeout: 50 }))).toBe(Code.OPERATION_TIMEOUT);
      expect(await future.cancel()).toBe(true);
      expect(await future.cancel()).toBe(false);
      expect([await future.isDone(), await future.isCancelled()]).toEqual([true, true]);
      expect(await codeOf(future.get())).toBe(Code.CANCELLATION);
      await future.dispose();
      expect(await codeOf(future.isDone())).toBe(STALE);
      expect(await codeOf(future.get())).toBe(STALE);
      expect(await bench.naps.get(name)).toBeNull();
    }
  });

  test.each(['a Callable', 'a Runnable'])('runs at a fixed rate until it is cancelled: %s', async (kind) => {
    const name = fresh();
    const isRunnable = kind === 'a Runnable';
    const task = isRunnable ? put(name) : count(name);
    const future = await executor.scheduleAtFixedRate(task, 0, 20, { runnable: isRunnable });
    let runs = 0;
    while (runs < 5) {
      ({ totalRuns: runs } = await future.getStats());
    }
    const written = await bench.naps.get(name);
    expect(isRunnable ? written === 'put' : Number(written) >= 5).toBe(true);
    const stats = await future.getStats();
    expect(stats.totalIdleTime).toBeGreaterThanOrEqual(stats.lastIdleTime);
    expect(stats.totalRunTime).toBeGreaterThan(0);
    expect(stats.totalRunTime).toBeGreaterThanOrEqual(stats.lastRunDuration);
    expect(await future.cancel()).toBe(true);
    expect(await future.isDone()).toBe(true);
  });

  test('that throws rejects with that, and does not run again', async () => {
    const name = fresh();
    const rate = await executor.scheduleAtFixedRate(count(name, 3), 0, 10);
    await expect(rate.get()).rejects.toMatchObject({
      code: Code.ILLEGAL_STATE,
      message: 'that was the last run',
    });
    expect(await bench.naps.get(name)).toBe('3');
  });

  test('has a name that no other has, until it is disposed of', async () => {
    const future = await executor.schedule(echo(1), 0, { name: 'only' });
    expect(await future.get()).toBe(1);
    expect(await codeOf(executor.schedule(echo(2), 0, { name: 'only' }))).toBe(DUPLICATE);
    await future.dispose();
    expect(await (await executor.schedule(echo(3), 0, { name: 'only' })).get()).toBe(3);
  });

  test('is disposed of by itself when it is done, if that is wanted', async () => {
    const name = fresh();
    const future = await executor.schedule(nap(name, 0), 0, { autoDispose: true });
    let code = '';
    while (code !== STALE) {
      code = await codeOf(future.isDone());
    }
    expect(await bench.naps.get(name)).toBe('started finished');
  });

  test('is found by other clients, by its name and among all', async () => {
    const [ofPartition, ofMember] = await Promise.all([
      executor.schedule(echo('of a partition'), 0, { name: 'p' }),
      executor.schedule(echo('of a member'), 0, { name: 'm', member: bench.members[1] }),
    ]);
    const { client, members } = await suite.open(suite.addresses[1]);
    const other = await client.getScheduledExecutorService(executor.getName());
    const urn = ofMember.getHandler().toUrn();
    expect(await other.getScheduledFuture(ScheduledTaskHandler.of(urn)).get()).toBe('of a member');
    const all = await other.getAllScheduledFutures<string>();
    const found = [...all].flatMap(([member, futures]) =>
      futures.map((future) => [member.uuid.toString(), future.getHandler()] as const),
    );
    const partitions = client.getPartitionService();
    const owner = partitions.getPartitionOwner(ofPartition.getHandler().partitionId);
    expect(new Map(found.map(([member, handler]) => [handler.taskName, member]))).toEqual(
      new Map([
        ['p', owner.toString()],
        ['m', members[1].uuid.toString()],
      ]),
    );
    expect(found.map(([, handler]) => handler)).toEqual(
      expect.arrayContaining([ofPartition.getHandler(), ofMember.getHandler()]),
    );
    const results = await Promise.all([...all.values()].flat().map((future) => future.get()));
    expect(results.toSorted()).toEqual(['of a member', 'of a partition']);
  });

  test('for which there is no room is rejected, and any after shutdown', async () => {
    const small = await bench.client.getScheduledExecutorService(fresh('small'));
    await small.schedule(echo(1), HOUR, { key: 'k' });
    expect(await codeOf(small.schedule(echo(2), HOUR, { key: 'k' }))).toBe(Code.REJECTED_EXECUTION);
    await executor.shutdown();
    for (const member of bench.members) {
      expect(await codeOf(executor.schedule(echo(1), 0, { member }))).toBe(Code.REJECTED_EXECUTION);
    }
  });
});

testExamples(PAGE, () => suite.addresses[0]);

test('the example program counts words again and again', async () => {
  expect(await printedBy('scheduled-executor.mjs', suite.addresses[0])).toBe(
    'later: 11 words\nat a fixed rate: 3 runs or more\nleft: 0 tasks\n',
  );
});
