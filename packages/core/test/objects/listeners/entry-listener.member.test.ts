import { type Member } from '@offloop/member';
import { ErrorCode } from '@offloop/wire';
import { Client as OfficialClient } from 'hazelcast-client';
import { EntryEvent, MapEvent } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../../client/support/embedded-member.js';
import {
  connectMap,
  codeOf,
  connect,
  eventually,
  freshMap,
  TESTED_WORKERS,
  THREADS,
} from '../../client/support/client-bench.js';
import { Code } from '../../client/support/codes.js';
import { startProxiedMember } from '../../client/support/proxied-member.js';
import { watchWorkers } from '../../client/support/worker-watch.js';
import { EventLog } from './support/event-log.js';
import { figuresOf } from '../../client/support/figures.js';

const member = await embeddedMember();

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  test('a listener hears what happens to entries, with values when it asks for them', async () => {
    const { client, map } = await connectMap<string, string>(member.address, { runtime });
    const [rich, poor] = [new EventLog(), new EventLog()];
    await map.addEntryListener(rich.listener, undefined, true);
    await map.addEntryListener(poor.listener);
    await map.set('a', '1');
    await map.put('a', '2');
    await map.remove('a');
    await map.set('b', '3');
    await map.evict('b');
    await map.putAll([
      ['c', '4'],
      ['d', '5'],
    ]);
    await map.evictAll();
    await map.set('e', '6');
    await map.clear();
    await Promise.all([rich.untilCount(10), poor.untilCount(10)]);
    const [c, d] = [rich.lines[5], rich.lines[6]].sort();
    expect([...rich.lines.slice(0, 5), c, d, ...rich.lines.slice(7)]).toEqual([
      'added a=1<null',
      'updated a=2<1',
      'removed a=null<2',
      'added b=3<null',
      'evicted b=null<3',
      'added c=4<null',
      'added d=5<null',
      'mapEvicted 2',
      'added e=6<null',
      'mapCleared 1',
    ]);
    expect(poor.lines[1]).toBe('updated a=null<null');
    const { event } = rich.events[0];
    expect(event).toBeInstanceOf(EntryEvent);
    expect(event.name).toBe(map.getName());
    expect(event.member).toBe(client.getCluster().getMembers()[0]);
    expect(rich.events[7].event).toBeInstanceOf(MapEvent);
  });

  test('a listener for a key hears of that entry only, and one with few functions of those only', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime });
    const [ofKey, ofRemovals] = [new EventLog(), new EventLog(['removed'])];
    await map.addEntryListener(ofKey.listener, 'b');
    await map.addEntryListener(ofRemovals.listener);
    for (const key of ['a', 'b', 'c']) {
      await map.set(key, 1);
      await map.delete(key);
    }
    await Promise.all([ofKey.untilCount(2), ofRemovals.untilCount(3)]);
    expect(ofKey.events.map(({ type }) => type)).toEqual(['added', 'removed']);
    expect(ofKey.keys('added')).toEqual(['b']);
    expect(ofRemovals.keys('removed')).toEqual(['a', 'b', 'c']);
  });

  test('a listener that was removed hears nothing more, here and on the member', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime });
    const [gone, stays] = [new EventLog(), new EventLog()];
    const id = await map.addEntryListener(gone.listener);
    await map.addEntryListener(stays.listener);
    await map.set('a', 1);
    await gone.untilCount(1);
    const removed = (): number => member.stats().requests['map.removeEntryListener'] ?? 0;
    const before = removed();
    expect(await map.removeEntryListener(id)).toBe(true);
    expect(removed()).toBe(before + 1);
    expect(await map.removeEntryListener(id)).toBe(false);
    expect(await map.removeEntryListener('nobody')).toBe(false);
    await map.set('b', 1);
    await stays.untilCount(2);
    expect(gone.keys('added')).toEqual(['a']);
  });

  test('a listener that throws is logged, and hurts neither others nor calls', async () => {
    const { log, map } = await connectMap<string, number>(member.address, { runtime });
    await map.addEntryListener({
      added: () => {
        throw new Error('of the listener');
      },
    });
    const other = new EventLog();
    await map.addEntryListener(other.listener);
    await Promise.all(Array.from({ length: 100 }, (_, i) => map.set(`k${i}`, i)));
    await other.untilCount(100);
    expect(await map.size()).toBe(100);
    await eventually(
      () => log.filter(({ level, text }) => level === 'error' && /of the listener/.test(text)).length === 100,
    );
  });

  test('a listener may call the client, also to remove itself', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime });
    let id = '';
    const heard = new Promise<unknown[]>((resolve) => {
      void map
        .addEntryListener({
          added: ({ key }) => {
            resolve(Promise.all([map.get(key), map.removeEntryListener(id)]));
          },
        })
        .then((registered) => {
          id = registered;
          return map.set('a', 7);
        });
    });
    expect(await heard).toEqual([7, true]);
  });

  test('a member that refuses makes the promise reject with its reason', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime });
    const fault = member.faults.add({
      message: 'map.addEntryListener',
      action: {
        kind: 'error',
        code: ErrorCode.ILLEGAL_ARGUMENT,
        className: 'java.lang.IllegalArgumentException',
        message: 'no listeners today',
      },
    });
    const refusal = await map.addEntryListener({ added: () => undefined }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'ERR_OFFLOOP_HAZELCAST',
      cause: { message: 'no listeners today' },
    });
    fault.remove();
    const log = new EventLog();
    await map.addEntryListener(log.listener);
    await map.set('a', 1);
    await log.untilCount(1);
  });

  test.each([ErrorCode.RETRYABLE_HAZELCAST, ErrorCode.HAZELCAST_INSTANCE_NOT_ACTIVE, ErrorCode.IO])(
    'a member that says error %i is asked again in the very cases in which hazelcast-client asks again',
    async (code) => {
      const refuse = (): ReturnType<Member['faults']['add']> =>
        member.faults.add({
          message: 'map.addEntryListener',
          times: 7,
          action: { kind: 'error', code, className: 'test.Again', message: 'not yet' },
        });
      const properties = { 'hazelcast.client.invocation.retry.pause.millis': 20 };
      const official = await OfficialClient.newHazelcastClient({
        network: { clusterMembers: [member.address] },
        properties: { ...properties, 'hazelcast.logging.level': 'OFF' },
      });
      try {
        const { map } = await connectMap<string, number>(member.address, { runtime, properties });
        const outcomes: [string, number][] = [];
        for (const each of [await official.getMap(map.getName()), map]) {
          const fault = refuse();
          const outcome = await each.addEntryListener({ added: () => undefined }).then(
            () => 'registered',
            () => 'refused',
          );
          outcomes.push([outcome, fault.hits]);
          fault.remove();
        }
        expect(outcomes[1]).toEqual(outcomes[0]);
        expect(outcomes[0]).toEqual(code === ErrorCode.IO ? ['refused', 1] : ['registered', 7]);
      } finally {
        await official.shutdown();
      }
    },
  );

  test('wrong arguments reject', async () => {
    const { client, map } = await connectMap<unknown, unknown>(member.address, { runtime });
    expect(await codeOf(map.addEntryListener(null as never))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(() => map.addEntryListener({}, null))).toBe(Code.ASSERTION);
    expect(await codeOf(map.addEntryListener({}, () => undefined))).toBe(Code.SERIALIZATION);
    await client.shutdown();
    expect(await codeOf(map.addEntryListener({}))).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(await map.removeEntryListener('nobody')).toBe(false);
  });

  test('a key longer than the request ring takes at once is no obstacle', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime });
    const key = 'k'.repeat(300_000);
    const log = new EventLog();
    await map.addEntryListener(log.listener, key);
    await map.set('other', 1);
    await map.set(key, 1);
    await log.untilCount(1);
    expect(log.keys('added')).toEqual([key]);
  });

  test('a new connection whose member refuses the listener at first gets it later', async () => {
    const { member: behind, proxy } = await startProxiedMember();
    const { lifecycle, map } = await connectMap<string, number>(proxy.address, { runtime });
    const log = new EventLog();
    await map.addEntryListener(log.listener);
    const fault = behind.faults.add({
      message: 'map.addEntryListener',
      action: {
        kind: 'error',
        code: ErrorCode.HAZELCAST_INSTANCE_NOT_ACTIVE,
        className: 'com.hazelcast.core.HazelcastInstanceNotActiveException',
      },
    });
    proxy.cutAll();
    await lifecycle.until('CONNECTED', 2);
    await fault.untilHit(2);
    fault.remove();
    // Which moment it is, no event tells.
    let written = 0;
    while (log.events.length === 0) await map.set(`${written++}`, 0);
    expect(log.events[0].type).toBe('added');
  });

  test('a flood of events with a slow listener loses neither events nor calls, and memory stays bounded', async () => {
    const { client } = await connect(member.address, {
      runtime: { workers, completionRingBytes: 64 * 1024 },
    });
    const { client: writer } = await connect(member.address);
    const map = await freshMap<number, string>(client);
    const writing = await writer.getMap<number, string>(map.getName());
    const value = 'v'.repeat(1000);
    const heard: number[] = [];
    let done!: () => void;
    const all = new Promise<void>((resolve) => {
      done = resolve;
    });
    const COUNT = 5_000;
    await map.addEntryListener(
      {
        added: ({ key }) => {
          // Slow: some 20 µs, several times what it takes to write an entry.
          for (const until = performance.now() + 0.02; performance.now() < until;);
          heard.push(key);
          if (heard.length === COUNT) done();
        },
      },
      undefined,
      true,
    );
    const before = process.memoryUsage();
    let peak = 0;
    const writes = Array.from({ length: 20 }, async (_, flow) => {
      for (let i = flow; i < COUNT; i += 20) await writing.set(i, value);
    });
    let answered = 0;
    const calls = (async () => {
      while (heard.length < COUNT) {
        await map.get(answered);
        answered++;
        const { arrayBuffers, external } = process.memoryUsage();
        peak = Math.max(peak, arrayBuffers + external - before.arrayBuffers - before.external);
      }
    })();
    await Promise.all([...writes, all, calls]);
    expect(new Set(heard).size).toBe(COUNT);
    expect(answered).toBeGreaterThan(10);
    // 5 MB of events went through a ring of 64 KB. The member keeps what is not read, 16 MB at most, in this process too.
    expect(peak).toBeLessThan(100 * 1024 * 1024);
    expect(figuresOf(client).completionRingHighWater).toBeLessThanOrEqual(64 * 1024);
  });
});

describe('a registration made while there is no connection', () => {
  const openAndCut = async (workers: number | 'auto') => {
    const { proxy } = await startProxiedMember();
    const { lifecycle, map } = await connectMap<string, number>(proxy.address, { runtime: { workers } });
    proxy.refuse();
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    const log = new EventLog();
    await map.addEntryListener(log.listener);
    return { proxy, lifecycle, map, log };
  };

  test.each([THREADS, 0])('is made with the next one, with workers: %s', async (workers) => {
    const { proxy, lifecycle, map, log } = await openAndCut(workers);
    // Of several workers each sends what it has when it is connected: the one that listens may be later.
    const written = workers > 1 ? undefined : map.set('a', 1);
    proxy.resume();
    await lifecycle.until('CONNECTED', 2);
    await (written ?? map.set('a', 1));
    await log.untilCount(1);
    expect(log.keys('added')).toEqual(['a']);
  });

  test('is made when the thread has a connection, with workers: auto', async () => {
    const { proxy, map, log } = await openAndCut('auto');
    proxy.resume();
    // Which moment it is, no event tells.
    let written = 0;
    while (log.events.length === 0) await map.set(`${written++}`, 0);
    expect(log.events[0].type).toBe('added');
  });
});

describe('when the worker dies', () => {
  const { killYoungest } = watchWorkers();

  test('a registration and a removal under way are settled all the same', async () => {
    const { map } = await connectMap<string, number>(member.address, { runtime: { workers: THREADS } });
    const log = new EventLog();
    const id = await map.addEntryListener({ added: () => undefined });
    const swallowed = ['map.addEntryListener', 'map.removeEntryListener'].map((message) =>
      member.faults.add({ message, action: { kind: 'swallow' } }),
    );
    const added = map.addEntryListener(log.listener);
    const removed = map.removeEntryListener(id);
    await Promise.all(swallowed.map((fault) => fault.untilHit()));
    for (const fault of swallowed) fault.remove();
    await killYoungest();
    expect(await removed).toBe(true);
    await added;
    await map.set('a', 1);
    await log.untilCount(1);
  });

  test('a registration under way when the client is shut down rejects', async () => {
    const { client, map } = await connectMap<string, number>(member.address, {
      runtime: { workers: THREADS },
    });
    const swallowed = member.faults.add({ message: 'map.addEntryListener', action: { kind: 'swallow' } });
    const added = codeOf(map.addEntryListener({}));
    await swallowed.untilHit(1);
    await client.shutdown();
    expect(await added).toBe(Code.CLIENT_NOT_ACTIVE);
  });
});
