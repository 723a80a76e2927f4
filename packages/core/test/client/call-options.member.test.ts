import { getEventListeners } from 'node:events';
import type { CallOptions, Client, IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { mapOfMemberThread } from './support/member-thread.js';
import { embeddedMember } from './support/embedded-member.js';
import { codeOf, connect, eventually, freshMap, TESTED_WORKERS, THREADS } from './support/client-bench.js';
import { Code } from './support/codes.js';
import { spinUntil } from './support/spin-until.js';
import { TimeLimit } from './support/time-limit.js';
import { workFor } from './support/work-for.js';
import { figuresOf } from './support/figures.js';

const member = await embeddedMember();

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  let map: IMap<string, unknown>;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers } }));
    map = await freshMap(client);
  });
  const lateResponses = (): number => figuresOf(client).lateResponses;

  test('a call without an answer rejects after its timeout, and what it did is done', async () => {
    member.faults.add({ message: 'map.set', times: 1, action: { kind: 'swallow', execute: true } });
    const error = (await map
      .set('k', 'v', undefined, undefined, { timeout: 30 })
      .catch((e: unknown) => e)) as Error;
    expect(error).toMatchObject({ code: Code.OPERATION_TIMEOUT });
    expect(error.message).toMatch(/30 ms/);
    expect(await map.get('k')).toBe('v');
  });

  test('an answer in time wins over the timeout, which then does nothing', async () => {
    await map.set('k', 'v', undefined, undefined, { timeout: 60_000 });
    expect(await map.get('k', { timeout: 60_000 })).toBe('v');
    expect(figuresOf(client).inFlight).toBe(0);
  });

  test('every operation takes options as its last argument', async () => {
    const stuck = member.faults.add({ action: { kind: 'swallow' } });
    const options = { timeout: 20 };
    const codes = await Promise.all(
      [
        map.get('k', options),
        map.put('k', 1, undefined, undefined, options),
        map.set('k', 1, 5, 5, options),
        map.putIfAbsent('k', 1, undefined, undefined, options),
        map.putAll([['k', 1]], options),
        map.setAll([['k', 1]], options),
        map.getAll(['k'], options),
        map.remove('k', undefined, options),
        map.remove('k', 1, options),
        map.delete('k', options),
        map.containsKey('k', options),
        map.size(options),
        map.isEmpty(options),
        map.clear(options),
        map.keySet(options),
        map.values(options),
        map.entrySet(options),
        map.replace('k', 1, options),
        map.replaceIfSame('k', 1, 2, options),
        map.tryPut('k', 1, 5, options),
        map.tryRemove('k', 5, options),
        map.evict('k', options),
        map.evictAll(options),
        map.setTtl('k', 5, options),
        map.getEntryView('k', options),
      ].map(codeOf),
    );
    expect(new Set(codes)).toEqual(new Set([Code.OPERATION_TIMEOUT]));
    expect(codes).toHaveLength(25);
    stuck.remove();
  });

  test('an abort rejects at once, with the reason of the signal as cause', async () => {
    member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    const controller = new AbortController();
    const call = map.get('k', { signal: controller.signal });
    const reason = new Error('the user went away');
    controller.abort(reason);
    const error = (await call.catch((e: unknown) => e)) as Error;
    expect(error).toMatchObject({ code: Code.CANCELLATION, cause: reason });
  });

  test('a signal that is aborted already rejects, and nothing is sent', async () => {
    const before = member.stats().requests['map.set'] ?? 0;
    const options = { signal: AbortSignal.abort() };
    expect(await codeOf(map.set('k', 'v', undefined, undefined, options))).toBe(Code.CANCELLATION);
    expect(await codeOf(map.size(options))).toBe(Code.CANCELLATION);
    expect(await codeOf(map.putAll([['k', 'v']], options))).toBe(Code.CANCELLATION);
    expect(await map.get('k')).toBeNull();
    expect(member.stats().requests['map.set'] ?? 0).toBe(before);
    expect(figuresOf(client).inFlight).toBe(0);
  });

  test('an abort after the answer is harmless, and the signal is not held on to', async () => {
    const controller = new AbortController();
    await map.set('k', 'v', undefined, undefined, { signal: controller.signal });
    expect(await map.get('k', { signal: controller.signal })).toBe('v');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort();
    expect(await map.get('k')).toBe('v');
  });

  test('one signal can stop a thousand calls, and nobody warns of a leak', async () => {
    member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const controller = new AbortController();
    const calls = Array.from({ length: 1000 }, (_, i) =>
      codeOf(map.get(`k${i}`, { signal: controller.signal })),
    );
    controller.abort();
    expect(new Set(await Promise.all(calls))).toEqual(new Set([Code.CANCELLATION]));
    await eventually(() => figuresOf(client).inFlight === 0);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test.each([0, -1, 1.5, NaN, Infinity, 2 ** 31, '5', null])(
    'a timeout of %s is refused by an error that says what is accepted',
    async (timeout) => {
      const options = { timeout: timeout as number };
      expect(await codeOf(map.get('k', options))).toBe(Code.ILLEGAL_ARGUMENT);
      await expect(map.size(options)).rejects.toThrow(/timeout must be .* from 1 to 2147483647/);
      expect(figuresOf(client).inFlight).toBe(0);
    },
  );

  test.each([{}, Object.create(null) as object, 'abort', null])(
    'a signal that is none is refused: %#',
    async (signal) => {
      expect(await codeOf(map.get('k', { signal: signal as AbortSignal }))).toBe(Code.ILLEGAL_ARGUMENT);
    },
  );

  test.each([null, 500, 'soon', false, ['a', 'b'], new Map(), { id: 7 }])(
    'a surplus argument that is not meant as options is ignored: %o',
    async (surplus) => {
      const options = surplus as unknown as CallOptions;
      await map.set('k', 'v', undefined, undefined, options);
      expect(await map.get('k', options)).toBe('v');
      expect(await map.replace('k', 'new', options)).toBe('v');
      await map.putAll([['k', 'newer']], options);
      expect(await map.getAll(['k'], options)).toEqual([['k', 'newer']]);
      await map.lock('k', 1000, ...([options] as unknown as []));
      await map.unlock('k', options);
      const list = await client.getList('surplus', options);
      await list.clear(options);
      expect(await list.add('Jane', options)).toBe(true);
      expect(await (await client.getPNCounter('surplus')).addAndGet(0, options)).toBeDefined();
      await (await client.getReliableTopic('surplus')).publish('m', options);
      await (await client.getFlakeIdGenerator('surplus')).newId(options);
    },
  );

  test('methods can be given to Array.map, which passes the index and the array, too', async () => {
    // They are given with the object they belong to.
    // oxlint-disable typescript/unbound-method
    const queue = await client.getQueue<string>('mapped');
    type Callback<R> = (item: string) => Promise<R>;
    const list = await client.getList<string>('mapped');
    const set = await client.getSet<string>('mapped');
    for (const collection of [queue, list, set]) await collection.clear();
    const added = await Promise.all([
      ...['a', 'b'].map(queue.add, queue),
      ...['a', 'b'].map(list.add, list),
      ...['a', 'b'].map(set.add, set),
    ]);
    expect(added).toEqual(Array<boolean>(6).fill(true));
    for (const collection of [queue, list, set])
      expect((await collection.toArray()).toSorted()).toEqual(['a', 'b']);
    // @ts-expect-error -- a misspelt option is refused by the compiler, too.
    await expect(queue.add('c', { timeOut: 5 })).rejects.toThrow('timeOut is no option');
    // @ts-expect-error -- as is an argument that the official types do not know.
    expect(await list.add('c', 1)).toBe(true);
    const maps = await Promise.all(['m', 'n'].map(client.getMap as Callback<IMap<string, string>>, client));
    // oxlint-enable typescript/unbound-method
    expect(maps.map((each) => each.getName())).toEqual(['m', 'n']);
  });

  test.each([{ timeOut: 5 }, { timout: 5 }, { Timeout: 5 }, { singal: undefined }, AbortSignal.timeout(1e6)])(
    'what looks like options that are misspelt is refused: %o',
    async (options) => {
      const given = options as CallOptions;
      const calls = [map.get('k', given), map.getAll(['k'], given), client.getMap('x', given)];
      expect(await Promise.all(calls.map(codeOf))).toEqual(Array(3).fill(Code.ILLEGAL_ARGUMENT));
    },
  );

  test('answers that come after their calls were given up are ignored, also by the calls that have their slots now', async () => {
    await map.set('k', 'old');
    const delay = member.faults.add({ message: 'map.get', times: 20, action: { kind: 'delay', ms: 60 } });
    const given = Array.from({ length: 20 }, () => codeOf(map.get('k', { timeout: 10 })));
    expect(new Set(await Promise.all(given))).toEqual(new Set([Code.OPERATION_TIMEOUT]));
    await eventually(() => figuresOf(client).inFlight === 0);
    // These take the very slots the late answers are addressed to.
    let next = 0;
    const limit = new TimeLimit('20 late responses');
    while (lateResponses() < 20) {
      limit.check();
      const keys = Array.from({ length: 20 }, () => `key ${next++}`);
      await Promise.all(keys.map((key) => map.set(key, key)));
      expect(await Promise.all(keys.map((key) => map.get(key)))).toEqual(keys);
    }
    expect(delay.hits).toBe(20);
  });

  test('a timeout is not kept from the call by a request that still waits for room in the ring', async () => {
    const small = await connect(member.address, { runtime: { workers, requestRingBytes: 1024 } });
    const target = await freshMap<string, string>(small.client);
    const calls = Array.from({ length: 500 }, (_, i) =>
      codeOf(target.set(`k${i}`, 'v', undefined, undefined, { signal: AbortSignal.timeout(60_000) })),
    );
    const controller = new AbortController();
    const aborted = codeOf(target.set('aborted', 'v', undefined, undefined, { signal: controller.signal }));
    controller.abort();
    expect(await aborted).toBe(Code.CANCELLATION);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['resolved']));
    expect(await target.containsKey('aborted')).toBe(false);
    expect(await target.size()).toBe(500);
    await eventually(() => figuresOf(small.client).inFlight === 0);
  });
});

test('a blocked loop does not time out calls whose answers wait in its sockets', async () => {
  const { map } = await mapOfMemberThread({ runtime: { workers: 0 } });
  await map.set('k', 'v');
  const calls = Array.from({ length: 100 }, () => map.get('k', { timeout: 200 }));
  await new Promise(setImmediate);
  workFor(2100);
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['v']));
});

test('a blocked loop does not time out calls whose answers are there', async () => {
  const { client, map } = await mapOfMemberThread({ runtime: { workers: THREADS } });
  await map.set('k', 'v');
  const answers = (): number => figuresOf(client).messagesIn;
  const before = answers();
  // Long enough that no time is over before the block begins, on a slow machine either.
  const calls = Array.from({ length: 5000 }, () => map.get('k', { timeout: 2000 }));
  await new Promise(setImmediate);
  spinUntil(() => answers() >= before + 5000);
  workFor(2100);
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['v']));
});
