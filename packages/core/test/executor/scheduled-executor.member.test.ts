import { ErrorCode, messages, type MessageSpec, type RequestOf, type ResponseOf } from '@offloop/wire';
import Long from 'long';
import {
  ScheduledTaskHandler,
  type Client,
  type IScheduledExecutorService,
  type Member,
  type ScheduleOptions,
} from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { codeOf, eventually, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { useEmbeddedSuite } from './support/embedded-suite.js';
import type { Requests } from './support/requests.js';
import { CompactDouble, where } from './support/tasks.js';

const m = messages.scheduledExecutor;
const TO_PARTITION = 'scheduledExecutor.submitToPartition';
const STALE = 'ERR_OFFLOOP_STALE_TASK';
const DUPLICATE = 'ERR_OFFLOOP_DUPLICATE_TASK';
const TASK = 'a task';
const PARTITION = 7;

const suite = useEmbeddedSuite((client, name) => client.getScheduledExecutorService(name));

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  let executor: IScheduledExecutorService;
  let only: Member;
  beforeEach(async () => {
    ({ client, executor } = await suite.open({ runtime: { workers } }));
    [only] = client.getCluster().getMembers();
  });

  /** Answers a message, and keeps its requests. */
  function answered<M extends MessageSpec>(
    name: keyof typeof m,
    spec: M,
    answer: (fields: RequestOf<M>) => ResponseOf<M>,
  ): Requests<M> {
    return suite.keep(`scheduledExecutor.${name}`, spec, answer);
  }
  const stored = (): Requests<typeof m.submitToPartition> =>
    answered('submitToPartition', m.submitToPartition, () => ({}));

  test('is the same object for the same name', async () => {
    expect(await client.getScheduledExecutorService(executor.getName())).toBe(executor);
    expect(executor.getServiceName()).toBe('hz:impl:scheduledExecutorService');
  });

  test('is not run by the embedded member', async () => {
    expect(await codeOf(executor.schedule(TASK, 0))).toBe(Code.UNSUPPORTED_OPERATION);
    expect(await codeOf(executor.scheduleOnAllMembers(TASK, 0))).toBe(Code.UNSUPPORTED_OPERATION);
    expect(await executor.getAllScheduledFutures()).toEqual(new Map());
    expect(await executor.shutdown()).toBeUndefined();
    const handler = new ScheduledTaskHandler(null, PARTITION, executor.getName(), 'none');
    expect(await codeOf(executor.getScheduledFuture(handler).get())).toBe(STALE);
  });

  test('sends a task with its times to the partition of its key, its own key, or its name', async () => {
    const { all } = stored();
    const partitions = client.getPartitionService();
    const first = await executor.schedule(TASK, 1500.2, { name: 'n', key: 'k', autoDispose: true });
    await executor.scheduleAtFixedRate(where('own'), 0, 250, { name: 'rate', runnable: true });
    await executor.schedule(TASK, 0, { name: 'named' });
    const unnamed = await executor.schedule(TASK, 0);
    expect(all).toMatchObject([
      {
        partitionId: partitions.getPartitionId('k'),
        fields: {
          schedulerName: executor.getName(),
          type: 0,
          taskName: 'n',
          initialDelayInMillis: 1501n,
          periodInMillis: 0n,
          autoDisposable: true,
        },
      },
      {
        partitionId: partitions.getPartitionId('own'),
        fields: {
          type: 1,
          taskName: 'rate',
          initialDelayInMillis: 0n,
          periodInMillis: 250n,
          autoDisposable: false,
        },
      },
      { partitionId: partitions.getPartitionId('named') },
      { partitionId: partitions.getPartitionId(unnamed.getHandler().taskName) },
    ]);
    expect(first.getHandler()).toEqual(
      new ScheduledTaskHandler(null, partitions.getPartitionId('k'), executor.getName(), 'n'),
    );
  });

  test('sends a task to members', async () => {
    const { all } = answered('submitToMember', m.submitToMember, () => ({}));
    const one = await executor.schedule(TASK, 5, { member: only, name: 'one' });
    const some = await executor.scheduleOnMembersAtFixedRate(TASK, [only], 5, 10, { name: 'some' });
    const every = await executor.scheduleOnAllMembers(TASK, 5, { name: 'every' });
    await executor.scheduleOnAllMembersAtFixedRate(TASK, 5, 10);
    expect(one.getHandler()).toEqual(new ScheduledTaskHandler(only.uuid, -1, executor.getName(), 'one'));
    expect([...some.keys(), ...every.keys()]).toEqual([only, only]);
    expect(all.map(({ fields: { type, periodInMillis } }) => [type, periodInMillis])).toEqual([
      [0, 0n],
      [1, 10n],
      [0, 0n],
      [1, 10n],
    ]);
  });

  test('asks the partition or the member that has the task', async () => {
    const of = executor.getScheduledFuture.bind(executor);
    const futures = [
      of(new ScheduledTaskHandler(null, PARTITION, executor.getName(), 'task')),
      of(new ScheduledTaskHandler(only.uuid, -1, executor.getName(), 'task')),
    ];
    const nanos = {
      lastIdleTimeNanos: 1_500_000n,
      totalIdleTimeNanos: 2_500_000n,
      totalRuns: 3n,
      totalRunTimeNanos: 4_500_000n,
      lastRunDurationNanos: 5_500_000n,
    };
    const response = client.getSerializationService().toData('the result').toBuffer();
    const kept = (['Partition', 'Member'] as const).map((from) => [
      answered(`getStatsFrom${from}`, m[`getStatsFrom${from}`], () => nanos),
      answered(`getDelayFrom${from}`, m[`getDelayFrom${from}`], () => ({ response: -1_250_000n })),
      answered(`cancelFrom${from}`, m[`cancelFrom${from}`], () => ({ response: true })),
      answered(`isCancelledFrom${from}`, m[`isCancelledFrom${from}`], () => ({ response: true })),
      answered(`isDoneFrom${from}`, m[`isDoneFrom${from}`], () => ({ response: true })),
      answered(`getResultFrom${from}`, m[`getResultFrom${from}`], () => ({ response })),
      answered(`disposeFrom${from}`, m[`disposeFrom${from}`], () => ({})),
    ]);
    const targets = [{}, { memberUuid: expect.anything() }];
    for (const [i, future] of futures.entries()) {
      expect(await future.getStats()).toEqual({
        totalRuns: 3,
        lastRunDuration: 5.5,
        lastIdleTime: 1.5,
        totalRunTime: 4.5,
        totalIdleTime: 2.5,
      });
      expect(await future.getDelay()).toBe(-1.25);
      expect(await future.cancel()).toBe(true);
      expect(await future.isCancelled()).toBe(true);
      expect(await future.isDone()).toBe(true);
      expect(await future.get()).toBe('the result');
      expect(await future.dispose()).toBeUndefined();
      for (const { all } of kept[i]) {
        expect(all).not.toHaveLength(0);
        for (const got of all) {
          expect(got).toMatchObject({
            partitionId: i === 0 ? PARTITION : -1,
            fields: { schedulerName: executor.getName(), taskName: 'task', ...targets[i] },
          });
        }
      }
    }
  });

  test('does not ask a member whether a task that is not done was cancelled: it would wait for the first run', async () => {
    const future = executor.getScheduledFuture(
      new ScheduledTaskHandler(null, PARTITION, executor.getName(), 'task'),
    );
    answered('isDoneFromPartition', m.isDoneFromPartition, () => ({ response: false }));
    const asked = answered('isCancelledFromPartition', m.isCancelledFromPartition, () => ({
      response: true,
    }));
    expect(await future.isCancelled()).toBe(false);
    expect(asked.all).toHaveLength(0);
  });

  test('lists the tasks by the members that have them', async () => {
    const uuid = { msb: only.uuid.mostSignificant.toBigInt(), lsb: only.uuid.leastSignificant.toBigInt() };
    const schedulerName = executor.getName();
    answered('getAllScheduledFutures', m.getAllScheduledFutures, () => ({
      handlers: [
        { uuid, partitionId: -1, schedulerName, taskName: 'of the member' },
        { uuid, partitionId: PARTITION, schedulerName, taskName: 'of the partition' },
        { uuid: { msb: 1n, lsb: 1n }, partitionId: -1, schedulerName, taskName: 'of one that has left' },
      ],
    }));
    const futures = await executor.getAllScheduledFutures();
    expect([...futures.keys()]).toEqual([only]);
    expect(futures.get(only)?.map((future) => future.getHandler())).toEqual([
      new ScheduledTaskHandler(only.uuid, -1, schedulerName, 'of the member'),
      new ScheduledTaskHandler(null, PARTITION, schedulerName, 'of the partition'),
    ]);
  });

  test.each<[string, unknown, unknown, unknown]>([
    ['task', null, 0, undefined],
    ['delay', TASK, -1, undefined],
    ['delay', TASK, '1', undefined],
    ['delay', TASK, undefined, undefined],
    ['name', TASK, 0, { name: '' }],
    ['runnable', TASK, 0, { runnable: 1 }],
    ['autoDispose', TASK, 0, { autoDispose: 'yes' }],
    ['both', TASK, 0, { member: {}, key: 1 }],
    [
      'perod is no option of a task: there are name, autoDispose, runnable, member, key, timeout and signal',
      TASK,
      0,
      { perod: 1 },
    ],
    ['timeout', TASK, 0, { timeout: 0 }],
  ])('refuses what is wrong, and says that it is the %s', async (what, task, delay, options) => {
    const call = executor.schedule(task, delay as number, options as ScheduleOptions);
    await expect(call).rejects.toMatchObject({ code: Code.ILLEGAL_ARGUMENT });
    await expect(call).rejects.toThrow(what);
  });

  test.each([0, -5, '7', Long.ZERO])('refuses a period of %s', async (period) => {
    const call = executor.scheduleAtFixedRate(TASK, 0, period as number);
    await expect(call).rejects.toThrow('period');
  });

  test('refuses members that are none, and handlers', async () => {
    expect(await codeOf(executor.scheduleOnMembers(TASK, [null as never], 0))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(executor.scheduleOnMembers(TASK, 'members' as never, 0))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(() => executor.getScheduledFuture({} as never)).toThrow('handler');
  });

  test.each([
    [undefined, 'resolved'],
    ['given', DUPLICATE],
  ])('a task that was stored by a request whose answer was lost: name %s', async (name, expected) => {
    const before = suite.requests(TO_PARTITION);
    suite.member.faults.add({ message: TO_PARTITION, times: 1, action: { kind: 'close', execute: true } });
    suite.member.faults.add({
      message: TO_PARTITION,
      action: {
        kind: 'error',
        code: ErrorCode.DUPLICATE_TASK,
        className: 'com.hazelcast.scheduledexecutor.DuplicateTaskException',
      },
    });
    expect(await codeOf(executor.schedule(TASK, 0, { name }))).toBe(expected);
    expect(suite.requests(TO_PARTITION)).toBe(before + 2);
  });

  test('a result may be waited for with a timeout or a signal', async () => {
    suite.member.faults.add({
      message: 'scheduledExecutor.getResultFromPartition',
      action: { kind: 'swallow' },
    });
    const handler = new ScheduledTaskHandler(null, PARTITION, executor.getName(), 'slow');
    const future = executor.getScheduledFuture(handler);
    expect(await codeOf(future.get({ timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    const controller = new AbortController();
    const call = codeOf(future.get({ signal: controller.signal }));
    controller.abort();
    expect(await call).toBe(Code.CANCELLATION);
  });

  test('a Compact task or key waits for its schema', async () => {
    const compact = await suite.openCompact({ runtime: { workers } });
    const { all } = stored();
    const key = new CompactDouble(1);
    await compact.executor.schedule(new CompactDouble(2), 0, { key, runnable: true });
    expect(all.map(({ partitionId }) => partitionId)).toEqual([
      compact.client.getPartitionService().getPartitionId(key),
    ]);
  });
});

test('with workers auto, waiting for a result starts the thread', async () => {
  const { client, executor } = await suite.open({ runtime: { workers: 'auto' } });
  const handler = new ScheduledTaskHandler(null, PARTITION, executor.getName(), 'none');
  expect(await codeOf(executor.getScheduledFuture(handler).get())).toBe(STALE);
  await eventually(() => client.stats().runtime.workers === 1);
});
