import { LockContext, type MultiMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { expectOptions } from '../collections/support/takes-options.js';
import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

// So that no test waits for the locks of a client that is gone.
const member = await embeddedMember({ clientRemoveDelay: 0 });

let names = 0;
const untilWaiting = (calls: number): Promise<void> =>
  eventually(() => member.stats().waitingCalls === calls);

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  let map: MultiMap<unknown, unknown>;
  /** The same multimap, to another client. */
  let theirs: MultiMap<unknown, unknown>;
  beforeEach(async () => {
    const { client } = await connect(member.address, { runtime });
    map = await client.getMultiMap(`multi-${names++}`);
    const other = await connect(member.address, { runtime });
    theirs = await other.client.getMultiMap(map.getName());
  });

  test('wrong arguments reject, and say which', async () => {
    for (const wrong of [null, undefined]) {
      for (const call of [
        map.put(wrong, 1),
        map.put('a', wrong),
        map.get(wrong),
        map.remove(wrong, 1),
        map.remove('a', wrong),
        map.removeAll(wrong),
        map.containsKey(wrong),
        map.containsValue(wrong),
        map.containsEntry(wrong, 1),
        map.containsEntry('a', wrong),
        map.valueCount(wrong),
        map.lock(wrong),
        map.tryLock(wrong),
        map.unlock(wrong),
        map.forceUnlock(wrong),
        map.isLocked(wrong),
        map.putAll(wrong as never),
        map.putAll([[wrong, [1]]]),
        map.putAll([['a', wrong as never]]),
        map.putAll([['a', [1, wrong]]]),
        map.addEntryListener(wrong as never),
      ]) {
        expect(await codeOf(call)).toBe(Code.ILLEGAL_ARGUMENT);
      }
    }
    expect(await codeOf(map.addEntryListener({}, null))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.putAll([['a', 'b' as never]]))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.lock('a', NaN))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(map.putAll([['a', [() => undefined]]]))).toBe(Code.SERIALIZATION);
    expect(await map.size()).toBe(0);
  });

  test('each call takes a timeout and a signal, but for those that would lose a lock', async () => {
    const calls = [
      ['put', 'a', 1],
      ['putAll', [['a', [2]]]],
      ['get', 'a'],
      ['remove', 'a', 1],
      ['removeAll', 'a'],
      ['containsEntry', 'a', 2],
      ['containsKey', 'a'],
      ['containsValue', 2],
      ['valueCount', 'a'],
      ...['keySet', 'values', 'entrySet', 'size', 'clear'].map((method) => [method]),
    ];
    await expect(expectOptions(member, map, calls)).resolves.toBeUndefined();
    const lock = map.lock.bind(map) as (...args: unknown[]) => Promise<unknown>;
    expect(await codeOf(lock('a', -1, { timeout: 60_000 }))).toBe(Code.ILLEGAL_ARGUMENT);
    await theirs.lock('a');
    expect(await codeOf(map.put('a', 1, { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    await theirs.unlock('a');
    // Given up here, and carried out there all the same.
    await eventually(() => member.stats().waitingCalls === 0);
    expect(await theirs.valueCount('a')).toBe(1);
  });

  test('many keys with many values go in one request a partition', async () => {
    const pairs = Array.from({ length: 500 }, (_, i): [string, string[]] => [
      `k${i}`,
      Array.from({ length: i % 4 }, (__, j) => 'v'.repeat(i) + j),
    ]);
    await map.putAll(pairs);
    expect(await map.size()).toBe(pairs.reduce((sum, [, values]) => sum + values.length, 0));
    for (const [key, values] of pairs.slice(490)) {
      expect(new Set((await theirs.get(key)).toArray())).toEqual(new Set(values));
    }
  });

  test('changes by others wait for the lock; reads, putAll and its owner do not', async () => {
    await map.put('k', 1);
    await map.lock('k');
    const waiting = [theirs.put('k', 2), theirs.remove('k', 1), theirs.lock('k')];
    await untilWaiting(3);
    expect(await theirs.tryLock('k')).toBe(false);
    expect(await theirs.tryLock('k', 20)).toBe(false);
    expect(await codeOf(theirs.unlock('k'))).toBe('ERR_OFFLOOP_ILLEGAL_MONITOR_STATE');
    expect((await theirs.get('k')).toArray()).toEqual([1]);
    expect(await theirs.containsEntry('k', 1)).toBe(true);
    await theirs.putAll([['k', [3]]]);
    expect(await map.put('k', 4)).toBe(true);
    await map.unlock('k');
    expect(await Promise.all(waiting)).toEqual([true, true, undefined]);
    expect(new Set((await map.get('k')).toArray())).toEqual(new Set([2, 3, 4]));
    expect(await map.isLocked('k')).toBe(true);
    await map.forceUnlock('k');
    expect(await theirs.isLocked('k')).toBe(false);
  });

  test('lock contexts of one client exclude each other, and each call speaks for its own', async () => {
    const order: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((who) =>
        LockContext.run(async () => {
          await map.lock('k');
          order.push(who);
          await map.put('k', who);
          expect(await map.containsEntry('k', who)).toBe(true);
          expect((await map.removeAll('k')).toArray()).toEqual([who]);
          order.push(who);
          await map.unlock('k');
        }),
      ),
    );
    expect(order).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    await LockContext.run(async () => {
      expect(await map.tryLock('k')).toBe(true);
      expect(await LockContext.run(() => map.tryLock('k'))).toBe(false);
      await map.unlock('k');
    });
  });
});
