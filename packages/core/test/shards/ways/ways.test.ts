import { LoopLoad, Place, PlaceChooser } from '@offloop/runtime';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { Pins } from '../../../src/shards/ways/pins.js';
import { Ways, type WaysOwner } from '../../../src/shards/ways/ways.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Shards of both kinds with nothing in flight, which note how often the thread was started. */
function owner(): WaysOwner & { starts: number } {
  return {
    starts: 0,
    startThread() {
      this.starts++;
    },
    isConnected: () => true,
    isTaken: () => false,
    inLanes: () => 0,
    whenSettled: (_, then) => {
      then();
      return () => undefined;
    },
    received: () => ({ bytes: 0, messages: 0 }),
    onNoThread: () => undefined,
  };
}

const PLAIN = { needsThread: false, prefersThread: false, needsInline: false };
const NEEDS_THREAD = { ...PLAIN, needsThread: true };

/** Shards with calls in flight, which settle when the functions are called that this puts into an array. */
function noting(settle: (() => void)[]): WaysOwner['whenSettled'] {
  return (_, then) => {
    settle.push(then);
    return () => void settle.splice(settle.indexOf(then), 1);
  };
}

/** Ways of a client whose thread leads, and whose calls have just begun to go by it. */
function changing(shards: WaysOwner): Ways {
  const ways = new Ways(shards);
  ways.need();
  ways.onThreadLeads();
  const look = vi.spyOn(PlaceChooser.prototype, 'look').mockReturnValue(Place.THREAD);
  onTestFinished(() => look.mockRestore());
  vi.advanceTimersByTime(1000);
  for (let call = 0; call < 16; call++) ways.choose(PLAIN, undefined, 0, undefined);
  expect(ways.way).toBe(Place.THREAD);
  return ways;
}

describe('the ways of calls', () => {
  test('start the thread once, 30 s after the first connection', () => {
    const shards = owner();
    const ways = new Ways(shards);
    ways.onConnected();
    vi.advanceTimersByTime(20_000);
    ways.onConnected();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(9_999);
    expect(shards.starts).toBe(0);
    vi.advanceTimersByTime(1);
    expect(shards.starts).toBe(1);
    ways.onThreadLeads();
    ways.onConnected();
    expect(vi.getTimerCount()).toBe(0);
    expect(ways.way).toBe(Place.LOOP);
  });

  test('let a call go at once that would wait for one on the whole object which was given up', () => {
    // All of the loop's partitions have calls in flight; the thread has none, but one was given up there.
    const isTaken = (way: Place, lane: number): boolean => (way === Place.LOOP) === lane > 0;
    const ways = changing({ ...owner(), isTaken });
    const name = new ObjectName('object');
    const { way, hold } = ways.choose(PLAIN, name, 0, name.hold);
    expect([way, hold, name.hold]).toEqual([Place.LOOP, undefined, undefined]);
  });

  test('let calls go when those before them settle, without a timer that looks for it', () => {
    const settle: (() => void)[] = [];
    const ways = changing({ ...owner(), inLanes: () => 1, whenSettled: noting(settle) });
    const names = Array.from({ length: 3 }, (_, i) => new ObjectName(`object ${i}`));
    for (const name of names) ways.choose(PLAIN, name, -1, name.hold);
    const areWaiting = (): boolean[] => names.map(({ hold }) => hold !== undefined);
    vi.advanceTimersByTime(500);
    expect(areWaiting()).toEqual([true, true, true]);
    settle[1]();
    expect(areWaiting()).toEqual([true, false, true]);
    settle[0]();
    settle[2]();
    expect(areWaiting()).toEqual([false, false, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('let calls go after a second if those before them never settle, and wait for these no longer', () => {
    const settle: (() => void)[] = [];
    const ways = changing({ ...owner(), inLanes: () => 1, whenSettled: noting(settle) });
    const name = new ObjectName('object');
    ways.choose(PLAIN, name, -1, name.hold);
    vi.advanceTimersByTime(999);
    expect([name.hold !== undefined, settle.length]).toEqual([true, 1]);
    vi.advanceTimersByTime(1);
    expect([name.hold, settle.length]).toEqual([undefined, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('hold a lock back until the thread leads and the calls before it have settled, whichever comes last', () => {
    for (const leadsFirst of [true, false]) {
      const settle: (() => void)[] = [];
      const ways = new Ways({ ...owner(), whenSettled: noting(settle) });
      const name = new ObjectName('object');
      ways.pin(name);
      const steps = [() => ways.onThreadLeads(), () => settle[0]()];
      const [first, last] = leadsFirst ? steps : steps.toReversed();
      first();
      expect(name.hold).toBeDefined();
      last();
      expect(name.hold).toBeUndefined();
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test('look at the load of the loop only while many calls are in flight, or go by the thread', () => {
    const look = vi.spyOn(LoopLoad.prototype, 'look').mockReturnValue(0);
    onTestFinished(() => look.mockRestore());
    let inFlight = 11;
    const ways = new Ways({ ...owner(), inLanes: () => inFlight });
    const call = (): void => {
      vi.advanceTimersByTime(1000);
      for (let i = 0; i < 16; i++) ways.choose(PLAIN, undefined, 0, undefined);
    };
    call();
    expect(look).not.toHaveBeenCalled();
    // By each way.
    inFlight = 12;
    call();
    expect(look).toHaveBeenCalledOnce();
  });

  test('give an object to the thread until it is destroyed, and none of its name of another service', () => {
    const ways = new Ways(owner());
    ways.need();
    ways.onThreadLeads();
    const [lock, map] = ['locks', 'maps'].map((service) => new ObjectName('orders', service));
    const inGroup = new ObjectName('orders', 'locks', 'orders@group');
    expect(ways.choose(NEEDS_THREAD, lock, 0, undefined).way).toBe(Place.THREAD);
    expect(ways.choose(PLAIN, lock, 0, undefined).way).toBe(Place.THREAD);
    expect(ways.choose(PLAIN, map, 0, undefined).way).toBe(Place.LOOP);
    expect(ways.choose(PLAIN, inGroup, 0, undefined).way).toBe(Place.LOOP);
    ways.unpin(map);
    ways.unpin(inGroup);
    expect(ways.choose(PLAIN, lock, 0, undefined).way).toBe(Place.THREAD);
    ways.unpin(lock);
    expect(ways.choose(PLAIN, lock, 0, undefined).way).toBe(Place.LOOP);
  });

  test('give all objects of a service to the thread that has more there than names are kept, each behind its earlier calls', () => {
    const settle: (() => void)[] = [];
    const shards = owner();
    const ways = new Ways(shards);
    ways.need();
    ways.onThreadLeads();
    const named = (i: number): ObjectName => new ObjectName(`object ${i}`, 'locks');
    for (let i = 0; i < 1000; i++) ways.choose(NEEDS_THREAD, named(i), 0, undefined);
    const [present, other] = [named(1001), new ObjectName('object 1001', 'maps')];
    const pinned = named(0);
    expect(ways.choose(PLAIN, present, 0, undefined).way).toBe(Place.LOOP);
    shards.whenSettled = noting(settle);
    expect(ways.choose(NEEDS_THREAD, named(1000), 0, undefined).way).toBe(Place.THREAD);
    for (let call = 0; call < 2; call++) {
      const { way, hold } = ways.choose(PLAIN, present, 0, undefined);
      expect([way, hold]).toEqual([Place.THREAD, present.hold]);
      expect(hold).toBeDefined();
    }
    expect(ways.choose(PLAIN, other, 0, undefined).way).toBe(Place.LOOP);
    for (const then of settle.slice()) then();
    shards.whenSettled = (way, then) => owner().whenSettled(way, then);
    expect([present.hold, named(1000).hold]).toEqual([undefined, undefined]);
    ways.unpin(present);
    ways.unpin(pinned);
    for (const name of [present, pinned]) {
      const { way, hold } = ways.choose(PLAIN, name, 0, undefined);
      expect([way, hold]).toEqual([Place.THREAD, undefined]);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keep names only of so many objects, and none of those that were destroyed', () => {
    const pins = new Pins();
    for (let i = 0; i < 3000; i++) {
      const name = { service: 'locks', id: `object ${i}` };
      expect(pins.add(name)).toBe(true);
      expect(pins.add(name)).toBe(false);
      pins.delete(name);
    }
    expect(pins.hasAll('locks')).toBe(false);
    for (let i = 0; i < 3000; i++) {
      const name = { service: 'locks', id: `object ${i}` };
      expect([pins.add(name), pins.add(name)]).toEqual([true, false]);
    }
    expect(pins.hasAll('locks')).toBe(true);
    expect(pins.hasAll('maps')).toBe(false);
  });

  test('hold calls on an object of the thread for ten seconds at most while it does not lead', () => {
    const ways = new Ways(owner());
    const names = ['early', 'late'].map((text) => new ObjectName(text));
    ways.pin(names[0]);
    vi.advanceTimersByTime(9_999);
    expect(names[0].hold).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(names[0].hold).toBeUndefined();
    ways.pin(names[1]);
    expect(names[1].hold).toBeUndefined();
    for (const name of names) expect(ways.choose(PLAIN, name, 0, name.hold).way).toBe(Place.THREAD);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leave no timer behind, also where the news of a connection comes after their end', () => {
    const ways = new Ways(owner());
    ways.onConnected();
    ways.end();
    ways.onConnected();
    expect(vi.getTimerCount()).toBe(0);
  });
});
