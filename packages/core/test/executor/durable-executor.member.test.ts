import { ErrorCode, messages } from '@offloop/wire';
import Long from 'long';
import type { Client, DurableExecutorService, DurableTaskOptions } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { codeOf, eventually, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { useEmbeddedSuite } from './support/embedded-suite.js';
import type { Requests } from './support/requests.js';
import { CompactDouble, where } from './support/tasks.js';

const m = messages.durableExecutor;
const SUBMIT = 'durableExecutor.submitToPartition';
const RETRIEVE = 'durableExecutor.retrieveResult';
const STALE = 'ERR_OFFLOOP_STALE_TASK_ID';
const TASK = 'a task';
const SEQUENCE = -3;

const suite = useEmbeddedSuite((client, name) => client.getDurableExecutorService(name));

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  let executor: DurableExecutorService;
  beforeEach(async () => {
    ({ client, executor } = await suite.open({ runtime: { workers } }));
  });

  /** Answers submitted tasks with a number. */
  function stored(): Requests<typeof m.submitToPartition> {
    return suite.keep(SUBMIT, m.submitToPartition, () => ({ response: SEQUENCE }));
  }

  test('is the same object for the same name', async () => {
    expect(await client.getDurableExecutorService(executor.getName())).toBe(executor);
    expect(executor.getServiceName()).toBe('hz:impl:durableExecutorService');
  });

  test('is not run by the embedded member', async () => {
    expect(await codeOf(executor.submit(TASK))).toBe(Code.UNSUPPORTED_OPERATION);
    expect(await codeOf(executor.retrieveResult(7))).toBe(STALE);
    expect(await codeOf(executor.retrieveAndDisposeResult(7))).toBe(STALE);
    expect(await codeOf(executor.disposeResult(7))).toBe(STALE);
  });

  test('a task has the id that Java gives it: its partition, and its number there', async () => {
    const { all } = stored();
    const taskId = await executor.submit(TASK, { key: 'k' });
    const partitionId = client.getPartitionService().getPartitionId('k');
    expect(all).toMatchObject([{ partitionId, fields: { name: executor.getName() } }]);
    expect(taskId).toEqual(new Long(SEQUENCE, partitionId));

    const response = client.getSerializationService().toData('the result').toBuffer();
    const asked = suite.keep(RETRIEVE, m.retrieveResult, () => ({ response }));
    const other = await client.getDurableExecutorService(executor.getName());
    expect(await other.retrieveResult(taskId)).toBe('the result');
    expect(asked.all).toEqual([{ partitionId, fields: { name: executor.getName(), sequence: SEQUENCE } }]);
  });

  test('a task goes to the partition of its key, else of its own key, else to any', async () => {
    const { all } = stored();
    const partitions = client.getPartitionService();
    await executor.submit(where('own'));
    await executor.submit(where('own'), { key: 7, runnable: true });
    await executor.submit(where('own'), { runnable: true });
    expect(all.map(({ partitionId }) => partitionId)).toEqual(
      ['own', 7, 'own'].map((key) => partitions.getPartitionId(key)),
    );
    for (let i = 0; i < 20; i++) {
      await executor.submit(TASK);
    }
    expect(new Set(all.map(({ partitionId }) => partitionId)).size).toBeGreaterThan(5);
  });

  test.each<[string, unknown, unknown]>([
    ['task', null, undefined],
    ['member is no option of a task: there are key, runnable, timeout and signal', TASK, { member: 1 }],
    ['key', TASK, { key: null }],
    ['runnable', TASK, { runnable: 'yes' }],
    ['timeout', TASK, { timeout: 0 }],
  ])('refuses what is wrong, and says that it is the %s', async (what, task, options) => {
    const call = executor.submit(task, options as DurableTaskOptions);
    await expect(call).rejects.toMatchObject({ code: Code.ILLEGAL_ARGUMENT });
    await expect(call).rejects.toThrow(what);
  });

  test.each([null, '7', 1.5, new Long(0, -1), new Long(0, 271)])(
    'refuses an id that is %s',
    async (taskId) => {
      for (const method of ['retrieveResult', 'retrieveAndDisposeResult', 'disposeResult'] as const) {
        expect(await codeOf(executor[method](taskId as Long))).toBe(Code.ILLEGAL_ARGUMENT);
      }
    },
  );

  test('a result may be waited for with a timeout or a signal, but not where it would be lost', async () => {
    suite.member.faults.add({ message: RETRIEVE, action: { kind: 'swallow' } });
    expect(await codeOf(executor.retrieveResult(7, { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    const controller = new AbortController();
    const call = codeOf(executor.retrieveResult(7, { signal: controller.signal }));
    controller.abort();
    expect(await call).toBe(Code.CANCELLATION);
    const lax: { retrieveAndDisposeResult(id: number, options: object): Promise<unknown> } = executor;
    expect(await codeOf(lax.retrieveAndDisposeResult(7, { timeout: 20 }))).toBe(Code.ILLEGAL_ARGUMENT);
  });

  test.each([SUBMIT, RETRIEVE])('%s is sent again when its connection is lost', async (message) => {
    const before = suite.requests(message);
    suite.member.faults.add({ message, times: 1, action: { kind: 'close', execute: true } });
    const call = message === SUBMIT ? executor.submit(TASK) : executor.retrieveResult(7);
    expect(await codeOf(call)).toBe(message === SUBMIT ? Code.UNSUPPORTED_OPERATION : STALE);
    expect(suite.requests(message)).toBe(before + 2);
  });

  test('an IOException that the task has thrown is its result', async () => {
    suite.member.faults.add({
      message: RETRIEVE,
      action: { kind: 'error', code: ErrorCode.IO, className: 'java.io.IOException' },
    });
    expect(await codeOf(executor.retrieveResult(7))).toBe('ERR_OFFLOOP_IO');
  });

  test('is shut down, until it is destroyed', async () => {
    expect(await executor.isShutdown()).toBe(false);
    await executor.shutdown();
    expect(await executor.isShutdown()).toBe(true);
    await executor.destroy();
    const again = await client.getDurableExecutorService(executor.getName());
    expect(await again.isShutdown()).toBe(false);
  });

  test('a Compact task waits for its schema, also as a Runnable', async () => {
    const compact = await suite.openCompact({ runtime: { workers } });
    const { all } = stored();
    const key = new CompactDouble(1);
    await compact.executor.submit(new CompactDouble(2), { key, runnable: true });
    expect(all.map(({ partitionId }) => partitionId)).toEqual([
      compact.client.getPartitionService().getPartitionId(key),
    ]);
  });
});

test('with workers auto, waiting for a result starts the thread, and does not wait for it', async () => {
  const { client, executor } = await suite.open({ runtime: { workers: 'auto' } });
  expect(client.stats().runtime.workers).toBe(0);
  expect(await codeOf(executor.retrieveResult(7))).toBe(STALE);
  await eventually(() => client.stats().runtime.workers === 1);
});
