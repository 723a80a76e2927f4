import { ErrorCode, messages } from '@offloop/wire';
import type { Client, IExecutorService, TaskOptions } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { codeOf, eventually, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { useEmbeddedSuite } from './support/embedded-suite.js';
import type { Requests } from './support/requests.js';
import { CompactDouble, where } from './support/tasks.js';

const m = messages.executorService;
const TO_PARTITION = 'executorService.submitToPartition';
const TO_MEMBER = 'executorService.submitToMember';
const TASK = 'a task';

const suite = useEmbeddedSuite((client, name) => client.getExecutorService(name));

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  let executor: IExecutorService;
  beforeEach(async () => {
    ({ client, executor } = await suite.open({ runtime: { workers } }));
  });

  /** Keeps the requests of tasks without an answer, and those of cancelling. */
  function held(): {
    submitted: Requests<typeof m.submitToPartition>;
    toMember: Requests<typeof m.submitToMember>;
    cancelled: Requests<typeof m.cancelOnPartition>;
    cancelledOnMember: Requests<typeof m.cancelOnMember>;
  } {
    const cancelled = (): { response: boolean } => ({ response: true });
    return {
      submitted: suite.keep(TO_PARTITION, m.submitToPartition),
      toMember: suite.keep(TO_MEMBER, m.submitToMember),
      cancelled: suite.keep('executorService.cancelOnPartition', m.cancelOnPartition, cancelled),
      cancelledOnMember: suite.keep('executorService.cancelOnMember', m.cancelOnMember, cancelled),
    };
  }

  test('is the same object for the same name', async () => {
    expect(await client.getExecutorService(executor.getName())).toBe(executor);
    expect(executor.getServiceName()).toBe('hz:impl:executorService');
  });

  test('is not run by the embedded member', async () => {
    expect(await codeOf(executor.submit(TASK))).toBe(Code.UNSUPPORTED_OPERATION);
    const [only] = (await executor.submitToAllMembers(TASK)).values();
    expect(only).toMatchObject({ status: 'rejected', reason: { code: Code.UNSUPPORTED_OPERATION } });
  });

  test('gives what the member answers', async () => {
    const results = ['text', 7.5, true, null, { a: [1, 2] }, Buffer.from([1, 2])];
    for (const result of results) {
      const response = result === null ? null : client.getSerializationService().toData(result).toBuffer();
      suite.member.faults.clear();
      suite.keep(TO_PARTITION, m.submitToPartition, () => ({ response }));
      suite.keep(TO_MEMBER, m.submitToMember, () => ({ response }));
      expect(await executor.submit(TASK)).toEqual(result);
      const [only] = client.getCluster().getMembers();
      expect(await executor.submit(TASK, { member: only })).toEqual(result);
      expect(await executor.submitToAllMembers(TASK)).toEqual(
        new Map([[only, { status: 'fulfilled', value: result }]]),
      );
    }
  });

  test('sends a task to the partition of its key, else of its own key, else to any', async () => {
    const { submitted } = held();
    const partitions = client.getPartitionService();
    const sent = async (task: unknown, options?: TaskOptions): Promise<number> => {
      const before = submitted.all.length;
      executor.submit(task, options).catch(() => undefined);
      await eventually(() => submitted.all.length > before);
      return submitted.all[before].partitionId;
    };
    expect(await sent(TASK, { key: 'k' })).toBe(partitions.getPartitionId('k'));
    expect(await sent(where('own'))).toBe(partitions.getPartitionId('own'));
    expect(await sent(where('own'), { key: 7 })).toBe(partitions.getPartitionId(7));
    const any = new Set<number>();
    for (let i = 0; i < 20; i++) any.add(await sent(TASK));
    expect(any.size).toBeGreaterThan(5);
    expect(new Set(submitted.all.map(({ fields }) => fields.name))).toEqual(new Set([executor.getName()]));
    expect(new Set(submitted.all.map(({ fields }) => `${fields.uuid.msb} ${fields.uuid.lsb}`)).size).toBe(23);
  });

  test('when the signal aborts, rejects, and has the task cancelled where it was sent', async () => {
    const { submitted, cancelled, toMember, cancelledOnMember } = held();
    const controller = new AbortController();
    const { signal } = controller;
    const calls = [
      executor.submit(TASK, { signal, key: 'k' }),
      executor.submit(TASK, { signal, member: client.getCluster().getMembers()[0] }),
    ];
    await eventually(() => submitted.all.length + toMember.all.length === 2);
    const reason = new Error('the user went away');
    controller.abort(reason);
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({ code: Code.CANCELLATION, cause: reason });
    }
    await eventually(() => cancelled.all.length + cancelledOnMember.all.length === 2);
    const [{ fields, partitionId }] = submitted.all;
    expect(cancelled.all).toEqual([{ partitionId, fields: { uuid: fields.uuid, interrupt: true } }]);
    const { uuid, memberUUID } = toMember.all[0].fields;
    expect(cancelledOnMember.all).toEqual([
      { partitionId: -1, fields: { uuid, memberUUID, interrupt: true } },
    ]);
  });

  test('cancels nothing that was not sent, that has ended, or that only took too long', async () => {
    const { submitted, cancelled } = held();
    expect(await codeOf(executor.submit(TASK, { signal: AbortSignal.abort() }))).toBe(Code.CANCELLATION);
    expect(submitted.all).toEqual([]);
    expect(await codeOf(executor.submit(TASK, { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    suite.member.faults.clear();
    const controller = new AbortController();
    expect(await codeOf(executor.submit(TASK, { signal: controller.signal }))).toBe(
      Code.UNSUPPORTED_OPERATION,
    );
    controller.abort();
    await executor.isShutdown();
    expect(cancelled.all).toEqual([]);
  });

  test.each<[string, unknown, unknown]>([
    ['task', null, undefined],
    ['task', undefined, undefined],
    ['both', TASK, { member: { uuid: 'text' }, key: 1 }],
    ['member', TASK, { member: { uuid: 'text' } }],
    ['member', TASK, { member: null }],
    ['key', TASK, { key: null }],
    ['memeber is no option of a task: there are member, key, timeout and signal', TASK, { memeber: 1 }],
    ['timeout', TASK, { timeout: 0 }],
    ['signal', TASK, { signal: 'abort' }],
  ])('refuses what is wrong, and says that it is the %s', async (what, task, options) => {
    const call = executor.submit(task, options as TaskOptions);
    await expect(call).rejects.toMatchObject({ code: Code.ILLEGAL_ARGUMENT });
    await expect(call).rejects.toThrow(what);
  });

  test('refuses members that are none, and options that they do not take', async () => {
    const members = client.getCluster().getMembers();
    expect(await codeOf(executor.submitToMembers(TASK, 'members' as never))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(executor.submitToMembers(TASK, [null as never]))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(executor.submitToMembers(null, members))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(executor.submitToAllMembers(TASK, { key: 1 } as never))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await executor.submitToMembers(TASK, [])).toEqual(new Map());
  });

  test('can be given to Array.map', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- given with the object it belongs to
    const calls = [TASK, TASK].map(executor.submit, executor);
    expect(await Promise.all(calls.map(codeOf))).toEqual([
      Code.UNSUPPORTED_OPERATION,
      Code.UNSUPPORTED_OPERATION,
    ]);
  });

  test('a task is not repeated when its connection is lost', async () => {
    const before = suite.requests(TO_PARTITION);
    suite.member.faults.add({ message: TO_PARTITION, times: 1, action: { kind: 'close', execute: true } });
    expect(await codeOf(executor.submit(TASK))).toBe(Code.TARGET_DISCONNECTED);
    expect(suite.requests(TO_PARTITION)).toBe(before + 1);
  });

  test('a task is repeated when its connection is lost, where redoOperation says so', async () => {
    const repeating = await suite.open({ runtime: { workers }, network: { redoOperation: true } });
    const before = suite.requests(TO_PARTITION);
    suite.member.faults.add({ message: TO_PARTITION, times: 1, action: { kind: 'close', execute: true } });
    expect(await codeOf(repeating.executor.submit(TASK))).toBe(Code.UNSUPPORTED_OPERATION);
    expect(suite.requests(TO_PARTITION)).toBe(before + 2);
  });

  test.each([
    ['an IOException', ErrorCode.IO, 'java.io.IOException', 'ERR_OFFLOOP_IO', 1],
    [
      'a refusal of the moment',
      ErrorCode.PARTITION_MIGRATING,
      'com.hazelcast.spi.exception.PartitionMigratingException',
      Code.UNSUPPORTED_OPERATION,
      2,
    ],
  ])('after %s the task is submitted as often as it should', async (_, code, className, expected, times) => {
    suite.member.faults.add({ message: TO_PARTITION, times: 1, action: { kind: 'error', code, className } });
    const before = suite.requests(TO_PARTITION);
    expect(await codeOf(executor.submit(TASK))).toBe(expected);
    expect(suite.requests(TO_PARTITION) - before).toBe(times);
  });

  test('is shut down, until it is destroyed', async () => {
    expect(await executor.isShutdown()).toBe(false);
    await executor.shutdown();
    expect(await executor.isShutdown()).toBe(true);
    await executor.destroy();
    const again = await client.getExecutorService(executor.getName());
    expect(await again.isShutdown()).toBe(false);
  });

  test('a Compact task or key waits for its schema', async () => {
    const compact = await suite.openCompact({ runtime: { workers } });
    const { submitted } = held();
    const key = new CompactDouble(1);
    compact.executor.submit(new CompactDouble(2), { key }).catch(() => undefined);
    await eventually(() => submitted.all.length === 1);
    expect(submitted.all[0].partitionId).toBe(compact.client.getPartitionService().getPartitionId(key));
  });
});

test('with workers auto, the first task starts the thread, which the executor belongs to from then on', async () => {
  const { client, executor } = await suite.open({ runtime: { workers: 'auto' } });
  expect(client.stats().runtime.workers).toBe(0);
  expect(await codeOf(executor.submit(TASK))).toBe(Code.UNSUPPORTED_OPERATION);
  expect(client.stats().runtime.workers).toBe(1);
});
