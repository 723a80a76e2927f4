import type { IExecutorService, TaskOptions, UUID } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { printedBy, testExamples } from '../../../../test/support/page-tests.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { fresh } from './support/fresh.js';
import { keyOf, untilSaid, useTaskSuite, type TaskBench } from './support/task-suite.js';
import { echo, fail, nap, unknown, unserializable, where } from './support/tasks.js';

const PAGE = 'docs/structures/executor-service.md';
const HOUR = 3_600_000;

const suite = useTaskSuite((client, name) => client.getExecutorService(name));

describe('a task', () => {
  let bench: TaskBench<IExecutorService>;
  let executor: IExecutorService;
  beforeEach(async () => {
    bench = await suite.open();
    ({ executor } = bench);
  });

  test('runs on the member it is for, on the owner of its key, or anywhere', async () => {
    const { members } = bench;
    expect(members).toHaveLength(2);
    for (const member of members) {
      const key = keyOf(bench, member);
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
