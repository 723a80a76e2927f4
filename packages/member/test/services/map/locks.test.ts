import { ErrorCode, messages } from '@offloop/wire';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Member } from '../../../src/index.js';
import { connected, remoteError, start } from '../../support/harness.js';
import { RawMap } from '../../support/raw-map.js';
import { openMap } from './support/open-map.js';

let member: Member;
let map: RawMap;
beforeEach(async () => {
  ({ member, map } = await openMap());
});

describe('map locks', () => {
  let other: RawMap;

  beforeEach(async () => {
    other = new RawMap(await connected(member, { msb: 9n, lsb: 9n }));
    await map.set('a', '1');
    await other.lock('a');
  });

  /** Resolves when this many calls wait in the member. */
  async function untilWaiting(count: number): Promise<void> {
    while (member.stats().waitingCalls !== count) await other.client.call(messages.client.ping, {});
  }

  it('hold up writes of others until the holder unlocks', async () => {
    const writes = [map.put('a', '2'), map.put('a', '3'), map.remove('a'), map.putIfAbsent('a', '4')];
    await untilWaiting(4);
    await other.set('a', 'mine');
    await other.unlock('a');
    expect(await Promise.all(writes)).toEqual(['mine', '2', '3', null]);
    expect(member.stats().waitingCalls).toBe(0);
  });

  it('belong to a thread of a client', async () => {
    const elsewhere = new RawMap(other.client, 'm', 2n);
    expect((await remoteError(elsewhere.unlock('a'))).errorCode).toBe(ErrorCode.ILLEGAL_MONITOR_STATE);
    expect(await elsewhere.tryPut('a', '2', 0n)).toBe(false);
    expect(await other.tryPut('a', '2', 0n)).toBe(true);
  });

  it('do not hold up reads, other keys, or putAll', async () => {
    expect(await map.get('a')).toBe('1');
    await map.set('b', '1');
    await map.putAll([['a', '2']]);
    expect(await map.entries()).toEqual([
      ['a', '2'],
      ['b', '1'],
    ]);
  });

  it('are waited for as long as a try may last', async () => {
    const timeout = 20n;
    const tries = [map.tryPut('a', '2', timeout), map.tryRemove('a', timeout), map.tryLock('a', timeout)];
    expect(await Promise.all(tries)).toEqual([false, false, false]);
    expect(await map.tryLock('a', 0n)).toBe(false);
    const patient = map.tryPut('a', '2', 100_000n);
    await untilWaiting(1);
    await other.unlock('a');
    expect(await patient).toBe(true);
  });

  it('pass to the next who wants them, and re-enter', async () => {
    const locked = map.lock('a');
    await untilWaiting(1);
    await other.unlock('a');
    await locked;
    await map.lock('a');
    await map.unlock('a');
    expect(await map.isLocked('a')).toBe(true);
    await map.unlock('a');
    expect(await map.isLocked('a')).toBe(false);
  });

  it('end with their lease', async () => {
    await other.unlock('a');
    await other.lock('a', 20n);
    const write = map.put('a', '2');
    expect(await write).toBe('1');
    expect(await map.isLocked('a')).toBe(false);
  });

  it('end by force', async () => {
    await map.forceUnlock('a');
    expect(await map.tryPut('a', '2', 0n)).toBe(true);
  });

  it('end with the last connection of the client that holds them', async () => {
    const second = await connected(member, { msb: 9n, lsb: 9n });
    const write = map.put('a', '2');
    await untilWaiting(1);
    await other.client.close();
    while (member.connections > 2) await second.call(messages.client.ping, {});
    expect(await map.isLocked('a')).toBe(true);
    await second.close();
    expect(await write).toBe('1');
  });

  it('keep entries from clear and evictAll', async () => {
    await map.set('b', '1');
    await map.clear();
    await map.evictAll();
    expect(await map.keys()).toEqual(['a']);
  });

  it('forget the waiting calls of a connection that closes', async () => {
    const third = new RawMap(await connected(member, { msb: 3n, lsb: 3n }));
    const write = third.put('a', 'never').catch(() => 'lost');
    await untilWaiting(1);
    await third.client.close();
    expect(await write).toBe('lost');
    await untilWaiting(0);
    await other.unlock('a');
    expect(await map.get('a')).toBe('1');
  });

  it('are not waited for by more calls of a connection than allowed', async () => {
    const strict = await start({ maxWaitingCalls: 2 });
    const [holder, eager] = [
      new RawMap(await connected(strict, { msb: 1n, lsb: 1n })),
      new RawMap(await connected(strict, { msb: 2n, lsb: 2n })),
    ];
    await holder.lock('a');
    const waiting = [eager.put('a', '1'), eager.put('a', '2')];
    expect((await remoteError(eager.put('a', '3'))).errorCode).toBe(ErrorCode.HAZELCAST_OVERLOAD);
    await holder.unlock('a');
    expect(await Promise.all(waiting)).toEqual([null, '1']);
  });

  it('are not waited for by more bytes of a connection than allowed', async () => {
    const strict = await start({ maxPendingBytes: 10_000 });
    const [holder, eager] = [
      new RawMap(await connected(strict, { msb: 1n, lsb: 1n })),
      new RawMap(await connected(strict, { msb: 2n, lsb: 2n })),
    ];
    await holder.lock('a');
    const waiting = eager.put('a', 'v'.repeat(6_000));
    expect((await remoteError(eager.put('a', 'v'.repeat(6_000)))).errorCode).toBe(
      ErrorCode.HAZELCAST_OVERLOAD,
    );
    await holder.unlock('a');
    await waiting;
    await holder.lock('a');
    const next = eager.put('a', 'v'.repeat(6_000));
    await holder.unlock('a');
    expect(await next).toHaveLength(6_000);
  });
});
