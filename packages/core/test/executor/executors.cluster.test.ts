import Long from 'long';
import {
  BigDecimal,
  LocalDate,
  ScheduledTaskHandler,
  UUID,
  type Client,
  type DurableExecutorService,
  type HazelcastError,
  type IExecutorService,
  type IScheduledExecutorService,
} from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { javaClient } from '../cluster/support/java-client.js';
import { shared } from '../cluster/support/shared-member.js';
import { fresh } from './support/fresh.js';
import { keyOf, startMortals, untilSaid, useTaskSuite, type TaskBench } from './support/task-suite.js';
import {
  CompactDouble,
  count,
  echo,
  fail,
  nap,
  portableDouble,
  put,
  sample,
  where,
} from './support/tasks.js';

const HOUR = 3_600_000;

/** Executors of each kind under one name. */
interface Executors {
  readonly plain: IExecutorService;
  readonly durable: DurableExecutorService;
  readonly scheduled: IScheduledExecutorService;
}

interface Options {
  readonly key?: unknown;
  readonly runnable?: boolean;
}

type Run = (executors: Executors, task: unknown, options?: Options) => Promise<unknown>;

/** Each runs a task, and waits for its result. */
const KINDS: Readonly<Record<string, Run>> = {
  'an executor service': ({ plain }, task, { key } = {}) =>
    plain.submit(task, key === undefined ? {} : { key }),
  'a durable executor service': async ({ durable }, task, options) =>
    durable.retrieveResult(await durable.submit(task, options)),
  'a scheduled executor service': async ({ scheduled }, task, options) =>
    (await scheduled.schedule(task, 0, options)).get(),
};

async function executorsOf(client: Client, name: string): Promise<Executors> {
  const [plain, durable, scheduled] = await Promise.all([
    client.getExecutorService(name),
    client.getDurableExecutorService(name),
    client.getScheduledExecutorService(name),
  ]);
  return { plain, durable, scheduled };
}

const suite = useTaskSuite(executorsOf);

describe.each(Object.entries(KINDS))('a task of %s', (kind, runOn) => {
  let bench: TaskBench<Executors>;
  const run = (task: unknown, options?: Options): Promise<unknown> => runOn(bench.executor, task, options);
  beforeEach(async () => {
    bench = await suite.open();
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
    expect(await Promise.all(values.map((value) => run(echo(value))))).toEqual(values);
  });

  test('may be IdentifiedDataSerializable, Portable or Compact, a Callable or a Runnable', async () => {
    expect(await run(sample('text'))).toBe('text:result');
    expect(await run(portableDouble(21))).toBe(42);
    expect(await run(new CompactDouble(21))).toBe(42);
    const name = fresh();
    expect(await run(put(name), { runnable: true })).toBeNull();
    expect(await bench.naps.get(name)).toBe('put');
    const unsaid = await codeOf(run(put(name)));
    expect(unsaid).toBe(kind === 'an executor service' ? 'resolved' : 'ERR_OFFLOOP_CLASS_CAST');
  });

  test('runs on the owner of its key', async () => {
    for (const member of bench.members) {
      const key = keyOf(bench, member);
      const places = await Promise.all([run(where(), { key }), run(where(key))]);
      expect(places.map(String)).toEqual([0, 1].map(() => member.uuid.toString()));
    }
  });

  test('that throws rejects with the class of what it throws, also where that is an IOException', async () => {
    for (const [className, name] of [
      ['java.lang.RuntimeException', 'UndefinedErrorCodeError'],
      ['java.lang.Exception', 'UndefinedErrorCodeError'],
      ['java.lang.IllegalStateException', 'IllegalStateError'],
      ['java.io.IOException', 'IOError'],
      ['java.util.concurrent.RejectedExecutionException', 'RejectedExecutionError'],
      ['com.hazelcast.spi.exception.RetryableHazelcastException', 'RetryableHazelcastError'],
    ] as const) {
      const error = await run(fail(className, 'why')).then(
        String,
        (reason: unknown) => reason as HazelcastError,
      );
      expect(error).toMatchObject({ details: { className } });
      expect(error.constructor.name).toBe(name);
    }
  });
});

test('what comes of tasks is what comes of them with a Java client, which has the results of ours, and we have its', async () => {
  const { client, members } = await suite.open();
  const [theirs, ours] = [fresh(), fresh()];
  const { plain, durable, scheduled } = await executorsOf(client, ours);
  const java = javaClient(suite.addresses[0], [await shared('classes')]);
  const text = async (call: Promise<unknown>): Promise<string> => {
    try {
      return String(await call);
    } catch (error) {
      return String((error as HazelcastError).details?.['className']);
    }
  };
  const submit = (...line: string[]): Promise<string> =>
    java('client', 'getExecutorService', theirs, ...line);
  const [, second] = members;
  const pairs: [line: string[], our: () => Promise<unknown>][] = [
    [['submit', 'task:text'], () => plain.submit(echo('text'))],
    [['submit', 'task:put:by Java'], () => plain.submit(put('by us'))],
    [['submitToKeyOwner', 'task:where', 'a'], () => plain.submit(where(), { key: 'a' })],
    [['submitToMember', 'task:where', String(second.uuid)], () => plain.submit(where(), { member: second })],
    [
      ['submit', 'task:fail:java.lang.RuntimeException'],
      () => plain.submit(fail('java.lang.RuntimeException', 'why')),
    ],
    [['isShutdown'], () => plain.isShutdown()],
  ];
  for (const [line, our] of pairs) expect(await text(our())).toBe(await submit(...line));
  const places = await plain.submitToAllMembers<UUID>(where());
  const told = [...places].map(
    ([{ uuid }, place]) => `${String(uuid)}=${String((place as { value?: UUID }).value)}`,
  );
  expect(await submit('submitToAllMembers', 'task:where')).toBe(`[${told.toSorted().join(', ')}]`);

  // An id of a durable task is a partition and a number there.
  const durably = (name: string, ...line: string[]): Promise<string> =>
    java('client', 'getDurableExecutorService', name, ...line);
  const id = await durable.submit(echo('a'), { key: 'a' });
  const theirId = await durably(theirs, 'submitToKeyOwner', 'task:a', 'a');
  expect(Long.fromString(theirId).high).toBe(id.high);
  expect(await durably(ours, 'retrieveResult', String(id))).toBe('a');
  const ofJava = await executorsOf(client, theirs);
  expect(await ofJava.durable.retrieveResult(Long.fromString(theirId))).toBe('a');

  // The name of a scheduled task, in base64.
  const onSchedule = (name: string, ...line: string[]): Promise<string> =>
    java('client', 'getScheduledExecutorService', name, ...line);
  for (const member of [undefined, second]) {
    const name = member === undefined ? 'of a partition' : 'of a member';
    const options = member === undefined ? { name } : { name, member };
    const urn = (await scheduled.schedule(echo('result'), 0, options)).getHandler().toUrn();
    expect(await onSchedule(ours, 'getScheduledFuture', Buffer.from(urn).toString('base64'))).toBe('result');
    const theirUrn =
      member === undefined
        ? await onSchedule(theirs, 'schedule', `named:${name}:theirs`, '0')
        : await onSchedule(theirs, 'scheduleOnMember', `named:${name}:theirs`, String(member.uuid), '0');
    const handler = ScheduledTaskHandler.of(Buffer.from(theirUrn, 'base64').toString());
    expect(await ofJava.scheduled.getScheduledFuture(handler).get()).toBe('theirs');
    expect(theirUrn).toBe(Buffer.from(urn.replace(ours, theirs)).toString('base64'));
  }
});

test('when a member is killed, tasks of keys run again on another, but for those of an executor service without redoOperation', async () => {
  const mortal = await startMortals();
  const bench = await suite.open(mortal.addresses[0]);
  const redoing = await suite.open(mortal.addresses[0], { network: { redoOperation: true } });
  const { naps, members, executor } = bench;
  const victim = members[1];
  expect(`127.0.0.1:${victim.address.port}`).toBe(mortal.addresses[1]);
  const key = keyOf(bench, victim);
  const [toMember, toKey, again, durably, onSchedule, counting] = Array.from({ length: 6 }, () => fresh());
  const lost = [
    codeOf(executor.plain.submit(nap(toMember, HOUR), { member: victim })),
    codeOf(executor.plain.submit(nap(toKey, HOUR), { key })),
  ];
  const repeated = redoing.executor.plain.submit(nap(again, 3000), { key });
  const before = await executor.durable.submit(echo('done before'), { key });
  expect(await executor.durable.retrieveResult(before)).toBe('done before');
  const kept = executor.durable.retrieveResult(await executor.durable.submit(nap(durably, 3000), { key }));
  const future = await executor.scheduled.schedule(nap(onSchedule, 3000), 0, { key });
  const rate = await executor.scheduled.scheduleAtFixedRate(count(counting), 0, 50, { key });
  const gone = codeOf((await executor.scheduled.schedule(nap(fresh(), HOUR), 0, { member: victim })).get());
  const results = [repeated, kept, future.get()];
  const napping = [toMember, toKey, again, durably, onSchedule];
  await Promise.all(napping.map((name) => untilSaid(naps, name, 'started')));
  await mortal.members[1].kill();
  expect(await Promise.all(lost)).toEqual([Code.TARGET_DISCONNECTED, Code.TARGET_DISCONNECTED]);
  expect(await Promise.all(results)).toEqual([again, durably, onSchedule]);
  expect(await naps.get(durably)).toBe('started started finished');
  expect(await naps.get(onSchedule)).toBe('started started finished');
  expect(await executor.durable.retrieveResult(before)).toBe('done before');
  expect(await gone).toMatch(/^ERR_OFFLOOP_(TARGET_NOT_MEMBER|MEMBER_LEFT)$/);
  const runs = Number(await naps.get(counting));
  while (Number(await naps.get(counting)) < runs + 3);
  expect(await rate.cancel()).toBe(true);
  expect(await codeOf(executor.plain.submit(where(), { member: victim }))).toMatch(
    /^ERR_OFFLOOP_(TARGET_NOT_MEMBER|MEMBER_LEFT)$/,
  );
  const left = await executor.plain.submitToMembers(where(), members);
  expect([...left.values()].map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
