import Long from 'long';
import type { DurableExecutorService } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { fresh } from './support/fresh.js';
import { useTaskSuite, type TaskBench } from './support/task-suite.js';
import { echo, fail, nap } from './support/tasks.js';

const PAGE = 'docs/structures/durable-executor-service.md';
const HOUR = 3_600_000;
const STALE = 'ERR_OFFLOOP_STALE_TASK_ID';

const suite = useTaskSuite((client, name) => client.getDurableExecutorService(name));

describe('a durable task', () => {
  let bench: TaskBench<DurableExecutorService>;
  let executor: DurableExecutorService;
  beforeEach(async () => {
    bench = await suite.open();
    ({ executor } = bench);
  });

  test('keeps its result for any client, until it is dropped', async () => {
    const taskId = await executor.submit(echo('kept'));
    const { client } = await suite.open(suite.addresses[1]);
    const other = await client.getDurableExecutorService(executor.getName());
    expect(await other.retrieveResult(Long.fromString(taskId.toString()))).toBe('kept');
    expect(await executor.retrieveResult(taskId)).toBe('kept');
    expect(await other.retrieveAndDisposeResult(taskId)).toBe('kept');
    expect(await executor.retrieveResult(taskId)).toBeNull();
    const second = await executor.submit(echo('dropped'));
    await executor.disposeResult(second);
    expect(await executor.retrieveResult(second)).toBeNull();
  });

  test('is waited for, also for longer than a timeout or until a signal aborts', async () => {
    const name = fresh();
    const taskId = await executor.submit(nap(name, 1500));
    expect(await codeOf(executor.retrieveResult(taskId, { timeout: 50 }))).toBe(Code.OPERATION_TIMEOUT);
    const controller = new AbortController();
    const given = codeOf(executor.retrieveResult(taskId, { signal: controller.signal }));
    controller.abort();
    expect(await given).toBe(Code.CANCELLATION);
    expect(await executor.retrieveAndDisposeResult(taskId)).toBe(name);
    expect(await bench.naps.get(name)).toBe('started finished');
  });

  test('that throws rejects each time it is asked for', async () => {
    const taskId = await executor.submit(fail('java.io.IOException', 'why'));
    for (let i = 0; i < 2; i++) {
      expect(await codeOf(executor.retrieveResult(taskId))).toBe('ERR_OFFLOOP_IO');
    }
  });

  test('for which its partition has no room is rejected, and one that was overwritten is stale', async () => {
    const small = await bench.client.getDurableExecutorService(fresh('small'));
    const key = 'k';
    const first = await small.submit(echo(1), { key });
    expect(await small.retrieveResult(first)).toBe(1);
    for (const value of [2, 3]) {
      expect(await small.retrieveResult(await small.submit(echo(value), { key }))).toBe(value);
    }
    expect(await codeOf(small.retrieveResult(first))).toBe(STALE);
    await Promise.all([0, 1].map(() => small.submit(nap(fresh(), HOUR), { key })));
    expect(await codeOf(small.submit(echo(4), { key }))).toBe(Code.REJECTED_EXECUTION);
  });
});

testExamples(PAGE, () => suite.addresses[0]);

test('the example program finds the words that another client has counted', async () => {
  expect(await printedBy('durable-executor.mjs', suite.addresses[0])).toBe(
    'submitted: 3 chapters\nwords: 11 + 9 + 12\n',
  );
});
