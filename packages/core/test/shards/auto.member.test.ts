import { seedOf } from '@offloop/tools';
import { createRandom, type Random } from '@offloop/tools/random';
import { PlaceChooser } from '@offloop/runtime';
import type { Client, IMap } from 'offloop';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, eventually, freshMap } from '../client/support/client-bench.js';

const seed = seedOf('auto');
const THREAD = 1;
const CALLS = 6000;
const KEYS = 40;
/** How long a call on a whole map waits for earlier ones at the other place: see decision 0033. */
const WAIT_MILLIS = 1_000;

const member = await embeddedMember();

function opened(): ReturnType<typeof connect> {
  return connect(member.address, { runtime: { workers: 'auto' } });
}

/** Calls that each shard has carried out. */
function operations(client: Client): readonly number[] {
  return client.stats().shards.map((shard) => shard.operations);
}

describe('a client with `workers: auto`', () => {
  test('begins on the loop, and makes calls there without a thread', async () => {
    const { client } = await opened();
    const map = await freshMap<string, number>(client);
    for (let i = 0; i < 100; i++) {
      await map.set('k', i);
    }
    expect(await map.get('k')).toBe(99);
    expect(client.stats().shards).toHaveLength(1);
    expect(client.stats().runtime.workers).toBe(0);
  });

  test('starts its thread for a listener, which hears of every change once, and stays connected', async () => {
    const { client, lifecycle } = await opened();
    const map = await freshMap<string, number>(client);
    const heard: string[] = [];
    const added = map.addEntryListener({ added: ({ key }) => heard.push(key) });
    const before = Array.from({ length: 50 }, (_, i) => map.set(`early ${i}`, i));
    await Promise.all([added, ...before]);
    await Promise.all(Array.from({ length: 50 }, (_, i) => map.set(`late ${i}`, i)));
    await eventually(() => heard.includes('late 49'));
    const late = heard.filter((key) => key.startsWith('late'));
    expect(late.toSorted()).toEqual(Array.from({ length: 50 }, (_, i) => `late ${i}`).toSorted());
    expect(new Set(heard).size).toBe(heard.length);
    expect(client.stats().shards).toHaveLength(2);
    expect(client.stats().runtime.workers).toBe(1);
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
  });

  test('makes all calls on a map by its thread once it has locked a key, also those made before the lock is there', async () => {
    const { client } = await opened();
    const map = await freshMap<string, number>(client);
    const calls = [map.set('k', 1), map.lock('k'), map.set('k', 2), map.get('k'), map.unlock('k')];
    expect(await Promise.all(calls)).toEqual([undefined, undefined, undefined, 2, undefined]);
    const [inline, thread] = operations(client);
    await map.set('other', 1);
    expect(operations(client)).toEqual([inline, thread + 1]);
    expect(await map.isLocked('k')).toBe(false);
  });

  test('makes calls by its thread only on the object that was locked, until it is destroyed', async () => {
    const { client } = await opened();
    const map = await freshMap<string, number>(client);
    const multiMap = await client.getMultiMap<string, number>(map.getName());
    await multiMap.lock('k');
    await multiMap.unlock('k');
    const [inline, thread] = operations(client);
    await map.set('k', 1);
    expect(operations(client)).toEqual([inline + 1, thread]);
    await multiMap.put('k', 1);
    await multiMap.destroy();
    expect(operations(client)).toEqual([inline + 1, thread + 2]);
    await multiMap.size();
    expect(operations(client)).toEqual([inline + 2, thread + 2]);
  });

  test('waits for an item by its thread, and gets one that is offered on the loop', async () => {
    const { client } = await opened();
    const queue = await client.getQueue<string>('waited for');
    const taken = queue.take();
    await queue.offer('item');
    expect(await taken).toBe('item');
  });

  test('can be shut down while its thread starts, and calls and listeners wait for that', async () => {
    const { client } = await opened();
    const map = await freshMap<string, number>(client);
    const waiting = [map.lock('k'), map.set('k', 1), map.addEntryListener({ added: () => undefined })];
    const settled = Promise.allSettled(waiting);
    await client.shutdown();
    expect((await settled).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await expect(map.get('k')).rejects.toMatchObject({ code: 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE' });
  });
});

/** Has the place change at every look at the loop, by chance. */
function switchAtRandom(random: Random): { readonly switches: () => number } {
  let place = 0;
  let switches = 0;
  const look = vi.spyOn(PlaceChooser.prototype, 'look').mockImplementation(() => {
    const next = random.below(2) as 0 | 1;
    if (next !== place) switches++;
    place = next;
    return next;
  });
  onTestFinished(() => look.mockRestore());
  return { switches: () => switches };
}

/** The values that a key may have: more than one while it is not known whether a write that was given up was carried out. */
type Possible = ReadonlySet<number | null>;

/** Makes random calls without waiting for those before, and compares what they give with a model. @returns how many were wrong, and how long the slowest call took */
async function wrongAnswers(
  map: IMap<string, number>,
  random: Random,
): Promise<{ readonly wrong: number; readonly slowestMillis: number }> {
  const model = new Map<string, Possible>();
  let wrong = 0;
  let slowestMillis = 0;
  const timed = (call: Promise<unknown>): Promise<unknown> => {
    const start = performance.now();
    return call.finally(() => {
      slowestMillis = Math.max(slowestMillis, performance.now() - start);
    });
  };
  const check = (answer: number | null, possible: Possible): void => {
    if (!possible.has(answer)) wrong++;
  };
  const pending: Promise<unknown>[] = [];
  for (let i = 0; i < CALLS; i++) {
    if (random.below(100) === 0) {
      // What was given up may be carried out behind it.
      for (const [each, values] of model)
        model.set(each, values.size > 1 ? new Set([...values, null]) : new Set([null]));
      pending.push(timed(map.clear()));
    }
    const key = `k${random.below(KEYS)}`;
    const possible: Possible = model.get(key) ?? new Set([null]);
    const kind = random.below(10);
    if (kind < 4) {
      pending.push(timed(map.get(key).then((answer) => check(answer, possible))));
    } else if (kind < 8) {
      model.set(key, new Set([i]));
      pending.push(timed(map.put(key, i).then((answer) => check(answer, possible))));
    } else if (kind === 8) {
      model.set(key, new Set([...possible, i]));
      const controller = new AbortController();
      pending.push(
        map.set(key, i, undefined, undefined, { signal: controller.signal }).catch(() => undefined),
      );
      queueMicrotask(() => controller.abort());
    } else {
      model.set(key, new Set([null]));
      pending.push(timed(map.remove(key).then((answer) => check(answer, possible))));
    }
    if (pending.length < 48) continue;
    await Promise.all(pending.splice(0, 1 + random.below(48)));
  }
  await Promise.all(pending);
  return { wrong, slowestMillis };
}

async function onTheThread(): Promise<IMap<string, number>> {
  const { client } = await opened();
  // Of another map, which belongs to the thread by it.
  await (await freshMap<string, number>(client)).lock('k');
  await eventually(() => client.stats().shards.length > THREAD);
  return freshMap<string, number>(client);
}

describe('while calls change their place all the time,', () => {
  test('those on one key keep their order', async () => {
    const random = createRandom(seed);
    const { switches } = switchAtRandom(random);
    const map = await onTheThread();
    let answers = await wrongAnswers(map, random);
    // On a machine so busy a `clear` may overtake.
    while (answers.slowestMillis >= WAIT_MILLIS) {
      await map.clear();
      answers = await wrongAnswers(map, random);
    }
    expect(answers.wrong).toBe(0);
    expect(switches()).toBeGreaterThan(5);
  });
});
