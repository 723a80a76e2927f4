import Long from 'long';
import {
  BigDecimal,
  LocalDate,
  UUID,
  type HazelcastError,
  type IExecutorService,
  type TaskOptions,
} from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { fresh } from './support/fresh.js';
import { runLines, type Line } from './support/lines.js';
import { keyOf, startMortals, untilSaid, useTaskSuite, type TaskBench } from './support/task-suite.js';
import {
  CompactDouble,
  echo,
  fail,
  nap,
  portableDouble,
  put,
  sample,
  unknown,
  unserializable,
  where,
} from './support/tasks.js';

const PAGE = 'docs/structures/executor-service.md';
const HOUR = 3_600_000;
const SMALL = `<executor-service name="small"><pool-size>1</pool-size><queue-capacity>1</queue-capacity></executor-service>`;

const suite = useTaskSuite((client, name) => client.getExecutorService(name), SMALL);

describe('a task', () => {
  let bench: TaskBench<IExecutorService>;
  let executor: IExecutorService;
  beforeEach(async () => {
    bench = await suite.open();
    ({ executor } = bench);
  });

  test('gives results of every type', async () => {
    const values = [
      null,
      true,
      'text',
      '',
      'Grüße, 東京 🙂',
      -7.5,
      Long.fromString('9007199254740993'),
      123_456_789_012_345_678_901n,
      BigDecimal.fromString('1.50'),
      new LocalDate(2026, 11, 27),
      new Date(0),
      new UUID(Long.ONE, Long.NEG_ONE),
      Buffer.from([0, 1, 255]),
      [1, 2, 3],
      ['a', 'b'],
      { a: { b: [1] } },
      'x'.repeat(1_000_000),
    ];
    const results = await Promise.all(values.map((value) => executor.submit(echo(value))));
    expect(results).toEqual(values);
  });

  test('may be IdentifiedDataSerializable, Portable or Compact, a Callable or a Runnable', async () => {
    expect(await executor.submit(sample('text'))).toBe('text:result');
    expect(await executor.submit(portableDouble(21))).toBe(42);
    expect(await executor.submit(new CompactDouble(21))).toBe(42);
    expect(await executor.submit(put('run'))).toBeNull();
    expect(await bench.naps.get('run')).toBe('put');
  });

  test('runs on the member it is for, on the owner of its key, or anywhere', async () => {
    const { members } = bench;
    expect(members).toHaveLength(2);
    for (const member of members) {
      const key = keyOf(bench, member);
      // oxlint-disable-next-line no-await-in-loop -- so that a failure names the member
      const places = await Promise.all([
        executor.submit(where(), { member }),
        executor.submit(where(), { key }),
        executor.submit(where(key)),
      ]);
      expect(places.map(String)).toEqual(Array<string>(3).fill(member.uuid.toString()));
    }
    const anywhere = await Promise.all(Array.from({ length: 50 }, () => executor.submit(where())));
    expect(new Set(anywhere.map(String)).size).toBe(2);
  });

  test('runs on all members, and says of each how it ended', async () => {
    const places = await executor.submitToAllMembers<UUID>(where());
    expect([...places.keys()]).toEqual(bench.members);
    for (const [member, place] of places) {
      expect(place.status).toBe('fulfilled');
      expect(String((place as PromiseFulfilledResult<UUID>).value)).toBe(member.uuid.toString());
    }
    const failures = await executor.submitToMembers(fail('java.lang.IllegalStateException', 'why'), [
      bench.members[1],
    ]);
    expect([...failures.values()]).toMatchObject([
      { status: 'rejected', reason: { code: Code.ILLEGAL_STATE, message: 'why' } },
    ]);
  });

  test('that throws rejects with the class of what it throws, once, also where that is an IOException', async () => {
    const thrown = async (className: string): Promise<unknown> => {
      try {
        return await executor.submit(fail(className, 'why'));
      } catch (error) {
        const { constructor, details } = error as HazelcastError;
        return [constructor.name, details?.['className']];
      }
    };
    const ofJava = async (className: string): Promise<void> =>
      expect(await thrown(className)).toEqual(['UndefinedErrorCodeError', className]);
    await ofJava('java.lang.RuntimeException');
    await ofJava('java.lang.Exception');
    for (const [className, name] of [
      ['java.lang.IllegalStateException', 'IllegalStateError'],
      ['java.io.IOException', 'IOError'],
      ['java.util.concurrent.RejectedExecutionException', 'RejectedExecutionError'],
      ['com.hazelcast.spi.exception.RetryableHazelcastException', 'RetryableHazelcastError'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await thrown(className)).toEqual([name, className]);
    }
  });

  test('that is none, that no member knows, or whose result cannot be serialized, rejects', async () => {
    expect(await codeOf(executor.submit('no task'))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(executor.submit({ json: true }))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(executor.submit(unknown()))).toBe(Code.SERIALIZATION);
    expect(await codeOf(executor.submit(unserializable()))).toBe(Code.SERIALIZATION);
  });

  test.each(['anywhere', 'on a member'])('that its caller gives up is interrupted: %s', async (place) => {
    const controller = new AbortController();
    const { naps, members } = bench;
    const name = fresh();
    const options: TaskOptions = place === 'anywhere' ? {} : { member: members[1] };
    const call = executor.submit(nap(name, HOUR), { ...options, signal: controller.signal });
    await untilSaid(naps, name, 'started');
    controller.abort();
    expect(await codeOf(call)).toBe(Code.CANCELLATION);
    await untilSaid(naps, name, 'started interrupted');
  });

  test('that takes longer than its timeout goes on', async () => {
    const name = fresh();
    // It has begun by then, also on a busy machine: one that was not sent yet is not sent any more.
    expect(await codeOf(executor.submit(nap(name, 4000), { timeout: 2000 }))).toBe(Code.OPERATION_TIMEOUT);
    await untilSaid(bench.naps, name, 'started finished');
  });

  test('for which an executor has no room is rejected', async () => {
    const small = await bench.client.getExecutorService('small');
    const member = bench.members[0];
    const controller = new AbortController();
    const options = { member, signal: controller.signal };
    const submitted = (name: string): Promise<string> => codeOf(small.submit(nap(name, HOUR), options));
    const first = fresh();
    const taken = [submitted(first)];
    await untilSaid(bench.naps, first, 'started');
    // One runs by now, another waits, and the third has no room.
    taken.push(submitted(fresh()), submitted(fresh()));
    expect(await Promise.race(taken)).toBe(Code.REJECTED_EXECUTION);
    controller.abort();
    expect((await Promise.all(taken)).toSorted()).toEqual([
      Code.CANCELLATION,
      Code.CANCELLATION,
      Code.REJECTED_EXECUTION,
    ]);
  });
});

test('what comes of tasks is what comes of them with a Java client', async () => {
  const { client, members } = await suite.open();
  const lines: Line[] = [
    ['submit', 'text'],
    ['submit', ''],
    ['run', 'by a line'],
    ['submit', 'fail:java.lang.IllegalStateException'],
    ['submit', 'fail:java.lang.RuntimeException'],
    ['submit', 'fail:java.util.concurrent.RejectedExecutionException'],
    ['submit', 'fail:java.util.concurrent.CancellationException'],
    ...members.map(({ uuid }): Line => ['submitToMember', uuid.toString(), 'where']),
    ...['a', 'b', 'c', 'd'].map((key): Line => ['submitToKeyOwner', key, 'where']),
    ['submitToAllMembers', 'where'],
    ['submitToAllMembers', 'fail:java.lang.IllegalArgumentException'],
    ['isShutdown'],
    ['destroy'],
  ];
  const ofJava = await suite.runJava(fresh(), lines);
  expect(ofJava).toHaveLength(lines.length);
  expect(await runLines(client, fresh(), lines)).toEqual(ofJava);
});

test('an executor is shut down on all members; those of 5.6 go on to run what clients submit', async () => {
  const { executor, members, client } = await suite.open();
  expect(await executor.isShutdown()).toBe(false);
  await executor.shutdown();
  const asked = await Promise.all(Array.from({ length: 20 }, () => executor.isShutdown()));
  expect(new Set(asked)).toEqual(new Set([true]));
  const results = await Promise.all(members.map((member) => executor.submit(echo('ran'), { member })));
  expect(results).toEqual(['ran', 'ran']);
  await executor.destroy();
  expect(await (await client.getExecutorService(executor.getName())).isShutdown()).toBe(false);
});

testExamples(PAGE, () => suite.addresses[0]);

test('the example program counts words', async () => {
  expect(await printedBy('executor-service.mjs', suite.addresses[0])).toBe(
    'words: 11 + 9 + 12 = 32\nevery member counts to 4: true\n',
  );
});

describe('when the member that runs a task is killed', () => {
  test('the call rejects; with redoOperation the task runs again on another', async () => {
    const mortal = await startMortals();
    const bench = await suite.open(mortal.addresses[0]);
    const redoing = await suite.open(mortal.addresses[0], { network: { redoOperation: true } });
    const victim = bench.members[1];
    expect(`127.0.0.1:${victim.address.port}`).toBe(mortal.addresses[1]);
    const key = keyOf(bench, victim);
    const [toMember, toKey, again] = [fresh(), fresh(), fresh()];
    const calls = [
      codeOf(bench.executor.submit(nap(toMember, HOUR), { member: victim })),
      codeOf(bench.executor.submit(nap(toKey, HOUR), { key })),
    ];
    const repeated = redoing.executor.submit(nap(again, 3000), { key });
    await Promise.all([toMember, toKey, again].map((name) => untilSaid(bench.naps, name, 'started')));
    await mortal.members[1].kill();
    expect(await Promise.all(calls)).toEqual([Code.TARGET_DISCONNECTED, Code.TARGET_DISCONNECTED]);
    expect(await repeated).toBe(again);
    expect(await codeOf(bench.executor.submit(where(), { member: victim }))).toMatch(
      /^ERR_OFFLOOP_(TARGET_NOT_MEMBER|MEMBER_LEFT)$/,
    );
    const left = await bench.executor.submitToMembers(where(), bench.members);
    expect([...left.values()].map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  }, 120_000);
});
