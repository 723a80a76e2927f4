import Long from 'long';
import { BigDecimal, UUID, type DurableExecutorService } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { fresh } from './support/fresh.js';
import { runLines, type Line } from './support/lines.js';
import { keyOf, startMortals, untilSaid, useTaskSuite, type TaskBench } from './support/task-suite.js';
import { CompactDouble, echo, fail, nap, portableDouble, put, sample, where } from './support/tasks.js';

const PAGE = 'docs/structures/durable-executor-service.md';
const HOUR = 3_600_000;
const STALE = 'ERR_OFFLOOP_STALE_TASK_ID';
const SMALL = `<durable-executor-service name="small-*"><capacity>2</capacity></durable-executor-service>`;

const suite = useTaskSuite((client, name) => client.getDurableExecutorService(name), SMALL);

describe('a durable task', () => {
  let bench: TaskBench<DurableExecutorService>;
  let executor: DurableExecutorService;
  beforeEach(async () => {
    bench = await suite.open();
    ({ executor } = bench);
  });

  /** Submits a task, and waits for its result. */
  const run = async (task: unknown): Promise<unknown> => executor.retrieveResult(await executor.submit(task));

  test('gives results of every type', async () => {
    const values = [
      null,
      true,
      'text',
      -7.5,
      Long.fromString('9007199254740993'),
      BigDecimal.fromString('1.50'),
      new UUID(Long.ONE, Long.NEG_ONE),
      Buffer.from([0, 1, 255]),
      ['a', 'b'],
      { a: { b: [1] } },
      'x'.repeat(1_000_000),
    ];
    expect(await Promise.all(values.map((value) => run(echo(value))))).toEqual(values);
  });

  test('may be IdentifiedDataSerializable, Portable or Compact, a Callable or a Runnable', async () => {
    expect(await run(sample('text'))).toBe('text:result');
    expect(await run(portableDouble(21))).toBe(42);
    expect(await run(new CompactDouble(21))).toBe(42);
    const name = fresh();
    const taskId = await executor.submit(put(name), { runnable: true });
    expect(await executor.retrieveResult(taskId)).toBeNull();
    expect(await bench.naps.get(name)).toBe('put');
    expect(await codeOf(executor.submit(put(name)))).toBe('ERR_OFFLOOP_CLASS_CAST');
  });

  test('runs on the owner of its key', async () => {
    for (const member of bench.members) {
      const key = keyOf(bench, member);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const taskId = await executor.submit(where(), { key });
      // oxlint-disable-next-line no-await-in-loop
      expect(String(await executor.retrieveResult(taskId))).toBe(member.uuid.toString());
    }
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

  test('that throws rejects with the class of what it throws, each time it is asked for', async () => {
    for (const [className, expected] of [
      ['java.lang.IllegalStateException', Code.ILLEGAL_STATE],
      ['java.io.IOException', 'ERR_OFFLOOP_IO'],
      ['java.lang.RuntimeException', 'ERR_OFFLOOP_UNDEFINED_ERROR_CODE'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const taskId = await executor.submit(fail(className, 'why'));
      // oxlint-disable-next-line no-await-in-loop
      expect(await codeOf(executor.retrieveResult(taskId))).toBe(expected);
      // oxlint-disable-next-line no-await-in-loop
      await expect(executor.retrieveResult(taskId)).rejects.toThrow('why');
    }
  });

  test('for which its partition has no room is rejected, and one that was overwritten is stale', async () => {
    const small = await bench.client.getDurableExecutorService(fresh('small'));
    const key = 'k';
    const first = await small.submit(echo(1), { key });
    expect(await small.retrieveResult(first)).toBe(1);
    for (const value of [2, 3]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await small.retrieveResult(await small.submit(echo(value), { key }))).toBe(value);
    }
    expect(await codeOf(small.retrieveResult(first))).toBe(STALE);
    await Promise.all([0, 1].map(() => small.submit(nap(fresh(), HOUR), { key })));
    expect(await codeOf(small.submit(echo(4), { key }))).toBe(Code.REJECTED_EXECUTION);
  });

  test('is what it is with a Java client, and has results for both', async () => {
    const { client } = bench;
    const lines: Line[] = [
      ['durable.submit', 'text'],
      ['durable.run', 'by a line'],
      ['durable.submit', 'fail:java.lang.IllegalStateException'],
      ['durable.submit', 'fail:java.lang.RuntimeException'],
      ...['a', 'b', 'c'].map((key): Line => ['durable.taskId', key, key]),
      ['durable.isShutdown'],
    ];
    const [theirs, ours] = [fresh(), fresh()];
    const ofJava = await suite.runJava(theirs, lines);
    const ofUs = await runLines(client, ours, lines);
    // An id is a partition and a number there. Those of before it went to any partition, and may have been in the way.
    const withPartitions = (answers: string[]): (string | number)[] =>
      answers.map((answer, index) =>
        index < 4 || index > 6 ? answer : Math.floor(Number(answer) / 2 ** 32),
      );
    expect(withPartitions(ofUs)).toEqual(withPartitions(ofJava));
    const retrieving = ofUs.slice(4, 7).map((id): Line => ['durable.retrieveResult', id]);
    expect(await suite.runJava(ours, retrieving)).toEqual(['a', 'b', 'c']);
    const taking = ofJava.slice(4, 7).map((id): Line => ['durable.retrieveAndDisposeResult', id]);
    expect(await runLines(client, theirs, taking)).toEqual(['a', 'b', 'c']);
  });
});

test('when the member that runs a task is killed, another one runs it again, and has its result', async () => {
  const mortal = await startMortals();
  const bench = await suite.open(mortal.addresses[0]);
  const { executor, naps, members } = bench;
  const key = keyOf(bench, members[1]);
  const done = await executor.submit(echo('done before'), { key });
  expect(await executor.retrieveResult(done)).toBe('done before');
  const name = fresh();
  const taskId = await executor.submit(nap(name, 3000), { key });
  await untilSaid(naps, name, 'started');
  const result = executor.retrieveResult(taskId);
  await mortal.members[1].kill();
  expect(await result).toBe(name);
  expect(await naps.get(name)).toBe('started started finished');
  expect(await executor.retrieveResult(done)).toBe('done before');
}, 120_000);

testExamples(PAGE, () => suite.addresses[0]);

test('the example program finds the words that another client has counted', async () => {
  expect(await printedBy('durable-executor.mjs', suite.addresses[0])).toBe(
    'submitted: 3 chapters\nwords: 11 + 9 + 12\n',
  );
});
