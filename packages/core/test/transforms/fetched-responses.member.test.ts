import { once } from 'node:events';
import type { Client, IMap } from 'offloop';
import { rounds, seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, freshMap, THREADS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { fn } from './support/functions.js';
import { figuresOf } from '../client/support/figures.js';

const seed = seedOf('calls given up');
const ROUNDS = rounds({ short: 5, full: 15 });

// Responses to `getAllTransformed` wait in the worker until compute threads fetch them.

const member = await embeddedMember();

const { workers } = watchWorkers();

const KEYS = Array.from({ length: 60 }, (_, i) => `k${i}`);
const ENTRIES = KEYS.map((key): [string, string] => [key, `value of ${key}`]);
const LENGTHS = ENTRIES.map(([key, value]) => [key, value.length]);

interface Bench {
  readonly client: Client;
  readonly map: IMap<string, unknown>;
}

async function bench(runtime: object = {}, threads = 1): Promise<Bench> {
  const { client } = await connect(member.address, {
    runtime: { workers: THREADS, ...runtime, transforms: { threads } },
  });
  const map = await freshMap<string, unknown>(client);
  await map.setAll(ENTRIES);
  expect(await map.getAllTransformed(['k0'], fn('lengthOf'))).toEqual([['k0', 11]]);
  return { client, map };
}

/** Ends the client's own workers, which are the first threads that it starts. */
async function endShards(): Promise<void> {
  const own = workers.slice(0, THREADS);
  const exits = own.map((worker) => once(worker, 'exit'));
  await Promise.all(own.map((worker) => worker.terminate()));
  await Promise.all(exits);
}

/** All is as before the calls. */
async function expectWorking({ client, map }: Bench): Promise<void> {
  expect(await map.getAllTransformed(KEYS, fn('lengthOf'))).toEqual(LENGTHS);
  await eventually(() => {
    const { total, transforms } = client.stats();
    return total.inFlight + transforms.pending + transforms.running + transforms.waiting === 0;
  });
  expect(figuresOf(client).rescues).toBe(0);
}

test('the caller hears of the first responses and of the last, whatever their number', async () => {
  const { client, map } = await bench();
  // One at a time, two milliseconds apart.
  for (let part = 1; part <= KEYS.length; part++) {
    member.faults.add({ message: 'map.getAll', action: { kind: 'delay', ms: 2 * part }, times: 1 });
  }
  const before = figuresOf(client).callerWakeups;
  expect(await map.getAllTransformed(KEYS, fn('lengthOf'))).toEqual(LENGTHS);
  expect(figuresOf(client).callerWakeups - before).toBeLessThan(10);
});

test.each([{ workers: 0 }, { workers: 'auto' }, { requestRingBytes: 1024 }, { completionRingBytes: 1024 }])(
  'it is all the same with %j',
  async (runtime) => {
    const one = await bench(runtime, 2);
    for (let i = 0; i < 5; i++) {
      expect(await one.map.getAllTransformed(KEYS, fn('lengthOf'))).toEqual(LENGTHS);
    }
    await expectWorking(one);
  },
);

describe('the thread', () => {
  test('serves others while a response lets it wait', async () => {
    const one = await bench();
    member.faults.add({ message: 'map.getAll', action: { kind: 'delay', ms: 400 }, times: 1 });
    const order: string[] = [];
    const slow = one.map.getAllTransformed(KEYS, fn('lengthOf')).then((entries) => {
      order.push('slow');
      return entries;
    });
    await one.map.getTransformed('k1', fn('lengthOf')).then(() => order.push('quick'));
    expect(await slow).toEqual(LENGTHS);
    expect(order).toEqual(['quick', 'slow']);
  });

  test.each([1, 2])('serves others after a while of work on a long call, with workers: %i', async (count) => {
    const one = await bench({ workers: count });
    const order: string[] = [];
    // Each worker's part of the call has turns of its own, of at least two fetches: it must have more keys than these take.
    const keys = Array.from({ length: 75 * count }, (_, i) => `k${i}`);
    await one.map.setAll(keys.map((key) => [key, key]));
    const long = one.map.getAllTransformed(keys, fn('busy'), 10).then(() => order.push('long'));
    await eventually(() => one.client.stats().transforms.running === 1);
    await one.map.getTransformed('k1', fn('lengthOf')).then(() => order.push('short'));
    await long;
    expect(order).toEqual(['short', 'long']);
  });
});

test('all that is here is worked on, also when the last response never comes', async () => {
  const one = await bench();
  member.faults.add({ message: 'map.getAll', action: { kind: 'swallow' }, times: 1 });
  // Of most the caller is not told: they come while the thread is at work.
  member.faults.add({ message: 'map.getAll', action: { kind: 'delay', ms: 20 }, skip: 5 });
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const abort = new AbortController();
  // Work for several turns of a thread.
  const transform = fn('count').with({ signal: abort.signal });
  const call = codeOf(one.map.getAllTransformed(KEYS, transform, 10, counter));
  // A few keys may share the partition that does not answer.
  await eventually(() => counter[0] >= KEYS.length - 4);
  abort.abort();
  expect(await call).toBe(Code.CANCELLATION);
  await expectWorking(one);
});

describe('a call whose', () => {
  test('part is refused rejects with the member’s error', async () => {
    const one = await bench();
    member.faults.add({
      message: 'map.getAll',
      action: { kind: 'error', className: 'java.lang.IllegalStateException', message: 'not today', code: 29 },
      times: 1,
    });
    await expect(one.map.getAllTransformed(KEYS, fn('lengthOf'))).rejects.toThrow(/not today/);
    await expectWorking(one);
  });

  test('function throws rejects, and leaves nothing behind', async () => {
    const one = await bench();
    await expect(one.map.getAllTransformed(KEYS, fn('fail'))).rejects.toMatchObject({
      code: 'ERR_OFFLOOP_TRANSFORM',
    });
    await expectWorking(one);
  });

  test('thread ends rejects, and the next thread has a way to the worker too', async () => {
    const one = await bench();
    const error = await codeOf(one.map.getAllTransformed(KEYS, fn('exitOn'), 'value of k7'));
    expect(error).toBe('ERR_OFFLOOP_TRANSFORM');
    await expectWorking(one);
  });

  test('worker dies before all responses came rejects, and the thread finds the next worker', async () => {
    const one = await bench();
    const swallowed = member.faults.add({ message: 'map.getAll', action: { kind: 'swallow' }, times: 3 });
    const call = codeOf(one.map.getAllTransformed(KEYS, fn('lengthOf')));
    await swallowed.untilHit(3);
    await endShards();
    expect(await call).toBe(Code.INDETERMINATE);
    await expectWorking(one);
  });

  test('worker dies with responses that nobody had fetched rejects', async () => {
    const one = await bench();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const holding = one.map.getTransformed('k1', fn('holdUntil'), flag);
    await eventually(() => one.client.stats().transforms.running === 1);
    const before = figuresOf(one.client).messagesIn;
    const call = codeOf(one.map.getAllTransformed(KEYS, fn('lengthOf')));
    await eventually(() => one.client.stats().transforms.waiting >= 1);
    await eventually(() => figuresOf(one.client).messagesIn - before >= 50);
    await endShards();
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    expect(await holding).toBe('value of k1');
    expect(await call).toBe(Code.INDETERMINATE);
    await expectWorking(one);
  });
});

test('calls given up at any moment leave nothing behind', async () => {
  const { below: random } = createRandom(seed);
  const one = await bench({ requestRingBytes: 2048 }, 2);
  const outcomes = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const calls = Array.from({ length: 6 }, async () => {
      const abort = new AbortController();
      const slow = random(3) === 0;
      const transform = fn(slow ? 'busy' : 'lengthOf').with({ signal: abort.signal });
      const call = one.map.getAllTransformed(KEYS, transform, 1).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      if (random(2) === 0) setTimeout(() => abort.abort(), random(20));
      const outcome = await call;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    });
    await Promise.all(calls);
  }
  expect([...outcomes.keys()].toSorted()).toEqual([Code.CANCELLATION, 'done'].toSorted());
  await expectWorking(one);
}, 60_000);
