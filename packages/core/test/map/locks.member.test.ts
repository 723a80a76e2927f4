import { setImmediate as turn } from 'node:timers/promises';
import type { Member } from '@offloop/member';
import { ErrorCode } from '@offloop/wire';
import { LockContext, type CallOptions, type Client, type IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember, memberOfTest } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, freshMap, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { mapModes } from './support/modes.js';

// So that no test waits for the locks of a client that is gone.
const member = await embeddedMember({ clientRemoveDelay: 0 });

let names = 0;
const untilWaiting = (calls: number): Promise<void> =>
  eventually(() => member.stats().waitingCalls === calls);

/** What has locks of its keys. */
type Lockable = Pick<
  IMap<string, unknown>,
  'lock' | 'tryLock' | 'isLocked' | 'unlock' | 'forceUnlock' | 'getName'
>;

describe.each([
  ...mapModes.map(
    ([mode, { workers, nearCaches }]) => [`a map, ${mode}`, 'map', workers, nearCaches] as const,
  ),
  ...[TESTED_WORKERS, 0].map(
    (workers) => [`a multimap, workers: ${workers}`, 'multiMap', workers, {}] as const,
  ),
])('locks of %s', (_, kind, workers, nearCaches) => {
  let client: Client;
  let map: Lockable;
  /** The same map, to another client. */
  let theirs: Lockable;
  const get = (from: Client, name: string): Promise<Lockable> =>
    kind === 'map' ? from.getMap(name) : from.getMultiMap(name);
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers }, nearCaches }));
    map = await get(client, `locks-${names++}`);
    const other = await connect(member.address, { runtime: { workers }, nearCaches });
    theirs = await get(other.client, map.getName());
  });

  test('a key is locked until it is unlocked, with an entry or without', async () => {
    expect(await map.isLocked('k')).toBe(false);
    expect(await map.lock('k')).toBeUndefined();
    expect(await theirs.isLocked('k')).toBe(true);
    expect(await theirs.isLocked('other')).toBe(false);
    expect(await map.unlock('k')).toBeUndefined();
    expect(await theirs.isLocked('k')).toBe(false);
  });

  test('a lock is taken by one after the other, in the order in which they asked', async () => {
    await map.lock('k');
    const order: string[] = [];
    const second = theirs.lock('k').then(() => order.push('theirs'));
    await untilWaiting(1);
    const third = LockContext.run(async () => {
      await map.lock('k');
      order.push('context');
      await map.unlock('k');
    });
    await untilWaiting(2);
    expect(order).toEqual([]);
    await map.unlock('k');
    await second;
    await theirs.unlock('k');
    await third;
    expect(order).toEqual(['theirs', 'context']);
    expect(await map.isLocked('k')).toBe(false);
  });

  test('its owner may lock again, and has to unlock as often', async () => {
    await map.lock('k');
    await map.lock('k');
    expect(await map.tryLock('k')).toBe(true);
    await map.unlock('k');
    await map.unlock('k');
    expect(await theirs.tryLock('k')).toBe(false);
    await map.unlock('k');
    expect(await theirs.tryLock('k')).toBe(true);
  });

  test('tryLock waits no longer than it was told, and takes a lock that comes free meanwhile', async () => {
    await map.lock('k');
    expect(await theirs.tryLock('k')).toBe(false);
    expect(await theirs.tryLock('k', 20)).toBe(false);
    const patient = theirs.tryLock('k', 600_000);
    await untilWaiting(1);
    await map.unlock('k');
    expect(await patient).toBe(true);
    expect(await map.tryLock('k')).toBe(false);
  });

  test('a lease ends by itself', async () => {
    await map.lock('a', 30);
    expect(await map.tryLock('b', 0, 30)).toBe(true);
    // Waits for as long as the leases last.
    await theirs.lock('a');
    await theirs.lock('b');
    expect(await codeOf(map.unlock('a'))).toBe('ERR_OFFLOOP_ILLEGAL_MONITOR_STATE');
  });

  test('only its owner may unlock; anyone may by force', async () => {
    await map.lock('k');
    await map.lock('k');
    const error = (await theirs.unlock('k').catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({ code: 'ERR_OFFLOOP_ILLEGAL_MONITOR_STATE' });
    expect(await codeOf(map.unlock('never locked'))).toBe('ERR_OFFLOOP_ILLEGAL_MONITOR_STATE');
    expect(await theirs.forceUnlock('k')).toBeUndefined();
    expect(await theirs.isLocked('k')).toBe(false);
    await theirs.forceUnlock('never locked');
  });

  test('a client that is shut down leaves no lock behind, nor a place in the queue', async () => {
    const gone = await connect(member.address, { runtime: { workers }, nearCaches });
    const its = await get(gone.client, map.getName());
    await its.lock('held');
    await map.lock('wanted');
    const waiting = codeOf(its.lock('wanted'));
    await untilWaiting(1);
    await gone.client.shutdown();
    expect(await waiting).toBe(Code.CLIENT_NOT_ACTIVE);
    await map.lock('held');
    await untilWaiting(0);
    await map.unlock('wanted');
    expect(await theirs.tryLock('wanted')).toBe(true);
  });

  test('a lock whose connection is lost before its answer takes one hold, an unlock gives back one', async () => {
    // As real members do, this one keeps locks for a client that comes back.
    const keeper = await memberOfTest({ clientRemoveDelay: 60_000 });
    const { client: mine } = await connect(keeper.address, { runtime: { workers }, nearCaches });
    const { client: other } = await connect(keeper.address);
    const its = await get(mine, 'm');
    const others = await get(other, 'm');
    const loseAnswer = (message: string): ReturnType<Member['faults']['add']> =>
      keeper.faults.add({ message, times: 1, action: { kind: 'close', execute: true } });
    const taken = loseAnswer(`${kind}.lock`);
    await its.lock('k');
    expect(taken.hits).toBe(1);
    await its.unlock('k');
    expect(await others.isLocked('k')).toBe(false);

    await its.lock('k');
    await its.lock('k');
    const givenBack = loseAnswer(`${kind}.unlock`);
    await its.unlock('k');
    expect(givenBack.hits).toBe(1);
    expect(await others.isLocked('k')).toBe(true);
    await its.unlock('k');
    expect(await others.isLocked('k')).toBe(false);
  });

  test('a lock that waits when its connection is lost waits on the next one', async () => {
    const keeper = await memberOfTest({ clientRemoveDelay: 0 });
    const { client: one } = await connect(keeper.address, { runtime: { workers }, nearCaches });
    const { client: two } = await connect(keeper.address, { runtime: { workers }, nearCaches });
    const first = await get(one, 'm');
    const second = await get(two, 'm');
    await first.lock('k', 600_000);
    const wanted = second.lock('k');
    await eventually(() => keeper.stats().waitingCalls === 1);
    keeper.closeConnections();
    // This member frees what a client held whose connections are all gone.
    await wanted;
    expect(await first.isLocked('k')).toBe(true);
    expect(await codeOf(first.unlock('k'))).toBe('ERR_OFFLOOP_ILLEGAL_MONITOR_STATE');
    await second.unlock('k');
  });

  test('lock outlives the invocation timeout, also when it has to be sent again', async () => {
    const impatient = await connect(member.address, {
      runtime: { workers },
      nearCaches,
      properties: { 'hazelcast.client.invocation.timeout.millis': 0 },
    });
    const its = await get(impatient.client, map.getName());
    const again = (message: string): ReturnType<Member['faults']['add']> =>
      member.faults.add({
        message,
        times: 3,
        action: { kind: 'error', code: ErrorCode.RETRYABLE_HAZELCAST, className: 'test.Again' },
      });
    again(`${kind}.isLocked`);
    expect(await codeOf(its.isLocked('k'))).toBe(Code.OPERATION_TIMEOUT);
    const fault = again(`${kind}.lock`);
    await its.lock('k');
    expect(fault.hits).toBe(3);
    await its.unlock('k');
  });

  test('lock and tryLock refuse what would lose a lock, and arguments that are none', async () => {
    const withOptions = map as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const options = [{ timeout: 5 }, { signal: new AbortController().signal }];
    for (const each of options) {
      await expect(withOptions['lock']('k', -1, each)).rejects.toThrow(/waits or acquires/);
      await expect(withOptions['tryLock']('k', 0, -1, each)).rejects.toThrow(/waits or acquires/);
    }
    for (const bad of [NaN, '5s', null, {}]) {
      expect(await codeOf(map.lock('k', bad as number))).toBe(Code.ILLEGAL_ARGUMENT);
      expect(await codeOf(map.tryLock('k', bad as number))).toBe(Code.ILLEGAL_ARGUMENT);
      expect(await codeOf(map.tryLock('k', 0, bad as number))).toBe(Code.ILLEGAL_ARGUMENT);
    }
    const none = null as unknown as string;
    for (const call of [
      () => map.lock(none),
      () => map.tryLock(none),
      () => map.unlock(none),
      () => map.forceUnlock(none),
      () => map.isLocked(none),
    ]) {
      expect(await codeOf(call)).toBe(kind === 'map' ? Code.ASSERTION : Code.ILLEGAL_ARGUMENT);
    }
    expect(await map.isLocked('k')).toBe(false);
    expect(figuresOf(client).inFlight).toBe(0);
  });
});

describe.each(mapModes)('entries that are locked, with %s', (_mode, { workers, nearCaches }) => {
  let client: Client;
  let map: IMap<string, unknown>;
  /** The same map, to another client. */
  let theirs: IMap<string, unknown>;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers }, nearCaches }));
    map = await freshMap(client);
    const other = await connect(member.address, { runtime: { workers }, nearCaches });
    theirs = await other.client.getMap(map.getName());
  });

  test('changes by others wait for the lock, those of its owner do not', async () => {
    await map.lock('k');
    await map.set('k', 'mine');
    const waiting = theirs.set('k', 'theirs');
    await untilWaiting(1);
    expect(await theirs.get('k')).toBe('mine');
    expect(await theirs.tryPut('k', 'v', 10)).toBe(false);
    expect(await theirs.tryRemove('k', 10)).toBe(false);
    await map.unlock('k');
    await waiting;
    expect(await map.get('k')).toBe('theirs');
  });

  test('lock contexts of one client exclude each other, also one inside the other', async () => {
    await map.set('n', 0);
    const increment = (): Promise<void> =>
      LockContext.run(async () => {
        await map.lock('n');
        const before = (await map.get('n')) as number;
        await turn();
        await map.set('n', before + 1);
        await map.unlock('n');
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    expect(await map.get('n')).toBe(50);

    const inner = await LockContext.run(async () => {
      await map.lock('n');
      return LockContext.run(() => map.tryLock('n'));
    });
    expect(inner).toBe(false);
    // Left behind: by nobody who still runs.
    expect(await map.tryLock('n')).toBe(false);
    expect(await codeOf(map.unlock('n'))).toBe('ERR_OFFLOOP_ILLEGAL_MONITOR_STATE');
    await map.forceUnlock('n');
  });

  test('every operation on a key speaks for the context it was called in', async () => {
    await LockContext.run(async () => {
      await map.lock('k');
      const options: CallOptions = { timeout: 60_000 };
      await map.put('k', 1);
      await map.put('k', 1, 0, 5000);
      await map.set('k', 1);
      await map.set('k', 1, 0, 5000);
      await map.putIfAbsent('k', 1);
      await map.putIfAbsent('k', 1, 0, 5000);
      expect(await map.get('k')).toBe(1);
      expect(await map.containsKey('k')).toBe(true);
      expect(await map.replace('k', 2)).toBe(1);
      expect(await map.replaceIfSame('k', 2, 3)).toBe(true);
      expect(await map.tryPut('k', 4, 0)).toBe(true);
      expect(await map.getEntryView('k')).not.toBeNull();
      expect(await map.remove('k', 5)).toBe(false);
      expect(await map.tryRemove('k', 0)).toBe(true);
      await map.delete('k', options);
      expect(await map.remove('k', undefined, options)).toBeNull();
      // Members do not evict what is locked, even by whom it is locked.
      expect(await map.evict('k', options)).toBe(false);
      await map.unlock('k', options);
    });
    expect(await map.isLocked('k')).toBe(false);
    expect(member.stats().waitingCalls).toBe(0);
  });

  test('many waiting locks do not keep other calls from their answers', async () => {
    await map.lock('k');
    const waiting = Array.from({ length: 500 }, () =>
      LockContext.run(async () => {
        await map.lock('k');
        await map.unlock('k');
      }),
    );
    await untilWaiting(500);
    for (let i = 0; i < 200; i++) await map.set(`other ${i}`, i);
    expect(await map.size()).toBe(200);
    await map.unlock('k');
    await Promise.all(waiting);
    await eventually(() => figuresOf(client).inFlight === 0);
    expect(await map.isLocked('k')).toBe(false);
  });
});

test('a lock context passes on what its function resolves to, and how it rejects', async () => {
  expect(await LockContext.run(() => Promise.resolve(7))).toBe(7);
  const error = new Error('inside');
  await expect(LockContext.run(() => Promise.reject(error))).rejects.toBe(error);
});

test('a lock stays with its client when a worker dies, as at real members', async () => {
  const keeper = await memberOfTest();
  const { client: other } = await connect(keeper.address);
  const saboteur = placeSaboteur();
  const { client, lifecycle } = await connect(keeper.address, { runtime: { workers: 1 } });
  const [mine, theirs] = await Promise.all([client, other].map((each) => each.getMap('m')));
  await mine.lock('k');
  const wanted = theirs.tryLock('k', 600_000);
  await eventually(() => keeper.stats().waitingCalls === 1);
  saboteur.throwInShard(0);
  await lifecycle.until('CONNECTED', 2);
  expect(await theirs.isLocked('k')).toBe(true);
  await mine.set('k', 'v');
  expect(keeper.stats().waitingCalls).toBe(1);
  await mine.unlock('k');
  expect(await wanted).toBe(true);
});
