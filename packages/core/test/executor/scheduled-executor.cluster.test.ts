import Long from 'long';
import { ScheduledTaskHandler, UUID, type IScheduledExecutorService } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { fresh } from './support/fresh.js';
import { runLines, type Line } from './support/lines.js';
import { keyOf, startMortals, untilSaid, useTaskSuite, type TaskBench } from './support/task-suite.js';
import { CompactDouble, count, echo, fail, nap, portableDouble, put, where } from './support/tasks.js';

const PAGE = 'docs/structures/scheduled-executor-service.md';
const HOUR = 3_600_000;
const STALE = 'ERR_OFFLOOP_STALE_TASK';
const DUPLICATE = 'ERR_OFFLOOP_DUPLICATE_TASK';
const SMALL = `<scheduled-executor-service name="small-*"><capacity>1</capacity></scheduled-executor-service>`;

const suite = useTaskSuite((client, name) => client.getScheduledExecutorService(name), SMALL);

describe('a scheduled task', () => {
  let bench: TaskBench<IScheduledExecutorService>;
  let executor: IScheduledExecutorService;
  beforeEach(async () => {
    bench = await suite.open();
    ({ executor } = bench);
  });

  test('gives results of every type', async () => {
    const values = [null, true, 'text', -7.5, Long.MAX_VALUE, new UUID(Long.ONE, Long.ONE), { a: [1] }];
    const futures = await Promise.all(values.map((value) => executor.schedule(echo(value), 0)));
    expect(await Promise.all(futures.map((future) => future.get()))).toEqual(values);
  });

  test('may be IdentifiedDataSerializable, Portable or Compact, a Callable or a Runnable', async () => {
    expect(await (await executor.schedule(portableDouble(21), 0)).get()).toBe(42);
    expect(await (await executor.schedule(new CompactDouble(21), 0)).get()).toBe(42);
    const name = fresh();
    expect(await (await executor.schedule(put(name), 0, { runnable: true })).get()).toBeNull();
    expect(await bench.naps.get(name)).toBe('put');
    expect(await codeOf(executor.schedule(put(name), 0))).toBe('ERR_OFFLOOP_CLASS_CAST');
  });

  test('runs where its options say', async () => {
    for (const member of bench.members) {
      const key = keyOf(bench, member);
      const options = [{ member }, { key }, { name: String(key) }];
      const tasks = [where(), where(), where(key)];
      // oxlint-disable-next-line no-await-in-loop -- so that a failure names the member
      const [ofMember, ofKey, ofOwnKey] = await Promise.all(
        tasks.map(async (task, i) => (await executor.schedule(task, 0, options[i])).get()),
      );
      expect([ofMember, ofKey, ofOwnKey].map(String)).toEqual(Array<string>(3).fill(member.uuid.toString()));
    }
    const everywhere = await executor.scheduleOnAllMembers<UUID>(where(), 0);
    for (const [member, future] of everywhere) {
      // oxlint-disable-next-line no-await-in-loop
      expect(String(await future.get())).toBe(member.uuid.toString());
    }
  });

  test('waits for its time, and says for how long; can be cancelled, and disposed of', async () => {
    for (const options of [{}, { member: bench.members[1] }]) {
      /* oxlint-disable no-await-in-loop -- one after the other */
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
      /* oxlint-enable no-await-in-loop */
    }
  });

  test.each(['a Callable', 'a Runnable'])('runs at a fixed rate until it is cancelled: %s', async (kind) => {
    const name = fresh();
    const isRunnable = kind === 'a Runnable';
    const task = isRunnable ? put(name) : count(name);
    const future = await executor.scheduleAtFixedRate(task, 0, 20, { runnable: isRunnable });
    let runs = 0;
    while (runs < 5) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
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
    for (const [className, expected] of [
      ['java.io.IOException', 'ERR_OFFLOOP_IO'],
      ['java.lang.RuntimeException', 'ERR_OFFLOOP_UNDEFINED_ERROR_CODE'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const future = await executor.schedule(fail(className, 'why'), 0);
      // oxlint-disable-next-line no-await-in-loop
      expect(await codeOf(future.get())).toBe(expected);
    }
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
      // oxlint-disable-next-line no-await-in-loop -- one after the other
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
      // oxlint-disable-next-line no-await-in-loop
      expect(await codeOf(executor.schedule(echo(1), 0, { member }))).toBe(Code.REJECTED_EXECUTION);
    }
  });

  test('is what it is with a Java client, and known to both', async () => {
    const { client, members } = bench;
    const [theirs, ours] = [fresh(), fresh()];
    const lines: Line[] = [
      ['scheduled.run', 'by a line'],
      ['scheduled.schedule', 'echo', 'text'],
      ['scheduled.schedule', 'echo', 'again'],
      ['scheduled.schedule', 'failing', 'fail:java.lang.IllegalArgumentException'],
      ['scheduled.urn', 'task', 'a result'],
      ['scheduled.urnOnMember', members[1].uuid.toString(), 'task on a member', 'another result'],
    ];
    const ofJava = await suite.runJava(theirs, lines);
    const ofUs = await runLines(client, ours, lines);
    expect(ofUs.slice(0, 4)).toEqual(ofJava.slice(0, 4));
    expect(ofUs.slice(0, 4)).toEqual([
      'null',
      'text',
      'com.hazelcast.scheduledexecutor.DuplicateTaskException',
      'java.lang.IllegalArgumentException',
    ]);
    const urns = (outcomes: readonly string[]): string[] => outcomes.slice(4);
    const asking = urns(ofJava).flatMap((urn): Line[] => [
      ['scheduled.get', urn],
      ['scheduled.isDone', urn],
      ['scheduled.isCancelled', urn],
      ['scheduled.cancel', urn],
      ['scheduled.totalRuns', urn],
      ['scheduled.dispose', urn],
      ['scheduled.get', urn],
    ]);
    const met = await runLines(client, theirs, asking);
    expect(met).toEqual(
      ['a result', 'another result'].flatMap((result) => [
        result,
        'true',
        'false',
        'false',
        '1',
        'null',
        'com.hazelcast.scheduledexecutor.StaleTaskException',
      ]),
    );
    const mirrored = asking.map(([call], i): Line => [call, urns(ofUs)[i < 7 ? 0 : 1]]);
    expect(await suite.runJava(ours, mirrored)).toEqual(met);
  });
});

test('when the member that has it is killed, a task of a partition goes on, and one of the member is gone', async () => {
  const mortal = await startMortals();
  const bench = await suite.open(mortal.addresses[0]);
  const { executor, naps, members } = bench;
  const victim = members[1];
  const key = keyOf(bench, victim);
  const [running, counting] = [fresh(), fresh()];
  const future = await executor.schedule(nap(running, 3000), 0, { key });
  const rate = await executor.scheduleAtFixedRate(count(counting), 0, 50, { key });
  const ofMember = await executor.schedule(nap(fresh(), HOUR), 0, { member: victim });
  await untilSaid(naps, running, 'started');
  const [result, lost] = [future.get(), codeOf(ofMember.get())];
  await mortal.members[1].kill();
  expect(await result).toBe(running);
  expect(await lost).toMatch(/^ERR_OFFLOOP_(TARGET_NOT_MEMBER|MEMBER_LEFT)$/);
  expect(await naps.get(running)).toBe('started started finished');
  const before = Number(await naps.get(counting));
  let after = before;
  while (after < before + 3) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    after = Number(await naps.get(counting));
  }
  expect(await rate.cancel()).toBe(true);
}, 120_000);

testExamples(PAGE, () => suite.addresses[0]);

test('the example program counts words again and again', async () => {
  expect(await printedBy('scheduled-executor.mjs', suite.addresses[0])).toBe(
    'later: 11 words\nat a fixed rate: 3 runs or more\nleft: 0 tasks\n',
  );
});
