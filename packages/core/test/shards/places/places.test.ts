import { LoopLoad, Place, PlaceChooser } from '@offloop/runtime';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { Pins } from '../../../src/shards/places/pins.js';
import { Places, type PlacesOwner } from '../../../src/shards/places/places.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Shards of both kinds with nothing in flight, which note how often the thread was started. */
function owner(): PlacesOwner & { starts: number } {
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

const PLAIN = { needsThread: false, prefersThread: false, needsLoop: false };
const NEEDS_THREAD = { ...PLAIN, needsThread: true };

/** Shards with calls in flight, which settle when the functions are called that this puts into an array. */
function noting(settle: (() => void)[]): PlacesOwner['whenSettled'] {
  return (_, then) => {
    settle.push(then);
    return () => void settle.splice(settle.indexOf(then), 1);
  };
}

/** Places of a client whose thread leads, and whose calls have just begun to go by it. */
function changing(shards: PlacesOwner): Places {
  const places = new Places(shards);
  places.need();
  places.onThreadLeads();
  const look = vi.spyOn(PlaceChooser.prototype, 'look').mockReturnValue(Place.THREAD);
  onTestFinished(() => look.mockRestore());
  vi.advanceTimersByTime(1000);
  for (let call = 0; call < 16; call++) places.choose(PLAIN, undefined, 0, undefined);
  expect(places.place).toBe(Place.THREAD);
  return places;
}

describe('the places of calls', () => {
  test('start the thread once, 30 s after the first connection', () => {
    const shards = owner();
    const places = new Places(shards);
    places.onConnected();
    vi.advanceTimersByTime(20_000);
    places.onConnected();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(9_999);
    expect(shards.starts).toBe(0);
    vi.advanceTimersByTime(1);
    expect(shards.starts).toBe(1);
    places.onThreadLeads();
    places.onConnected();
    expect(vi.getTimerCount()).toBe(0);
    expect(places.place).toBe(Place.LOOP);
  });

  test('let a call go at once that would wait for one on the whole object which was given up', () => {
    // All of the loop's partitions have calls in flight; the thread has none, but one was given up there.
    const isTaken = (place: Place, lane: number): boolean => (place === Place.LOOP) === lane > 0;
    const places = changing({ ...owner(), isTaken });
    const name = new ObjectName('object');
    const { place, waitsFor } = places.choose(PLAIN, name, 0, name.hold);
    expect([place, waitsFor, name.hold]).toEqual([Place.LOOP, undefined, undefined]);
  });

  test('let calls go when those before them settle, without a timer that looks for it', () => {
    const settle: (() => void)[] = [];
    const places = changing({ ...owner(), inLanes: () => 1, whenSettled: noting(settle) });
    const names = Array.from({ length: 3 }, (_, i) => new ObjectName(`object ${i}`));
    for (const name of names) places.choose(PLAIN, name, -1, name.hold);
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
    const places = changing({ ...owner(), inLanes: () => 1, whenSettled: noting(settle) });
    const name = new ObjectName('object');
    places.choose(PLAIN, name, -1, name.hold);
    vi.advanceTimersByTime(999);
    expect([name.hold !== undefined, settle.length]).toEqual([true, 1]);
    vi.advanceTimersByTime(1);
    expect([name.hold, settle.length]).toEqual([undefined, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('look at the load of the loop only while many calls are in flight, or go by the thread', () => {
    const look = vi.spyOn(LoopLoad.prototype, 'look').mockReturnValue(0);
    onTestFinished(() => look.mockRestore());
    let inFlight = 11;
    const places = new Places({ ...owner(), inLanes: () => inFlight });
    const call = (): void => {
      vi.advanceTimersByTime(1000);
      for (let i = 0; i < 16; i++) places.choose(PLAIN, undefined, 0, undefined);
    };
    call();
    expect(look).not.toHaveBeenCalled();
    // In each place.
    inFlight = 12;
    call();
    expect(look).toHaveBeenCalledOnce();
  });

  test('give an object to the thread until it is destroyed, and none of its name of another service', () => {
    const places = new Places(owner());
    places.need();
    places.onThreadLeads();
    const [lock, map] = ['locks', 'maps'].map((service) => new ObjectName('orders', service));
    const inGroup = new ObjectName('orders', 'locks', 'orders@group');
    expect(places.choose(NEEDS_THREAD, lock, 0, undefined).place).toBe(Place.THREAD);
    expect(places.choose(PLAIN, lock, 0, undefined).place).toBe(Place.THREAD);
    expect(places.choose(PLAIN, map, 0, undefined).place).toBe(Place.LOOP);
    expect(places.choose(PLAIN, inGroup, 0, undefined).place).toBe(Place.LOOP);
    places.unpin(map);
    places.unpin(inGroup);
    expect(places.choose(PLAIN, lock, 0, undefined).place).toBe(Place.THREAD);
    places.unpin(lock);
    expect(places.choose(PLAIN, lock, 0, undefined).place).toBe(Place.LOOP);
  });

  test('give all objects of a service to the thread that has more there than names are kept, each behind its earlier calls', () => {
    const settle: (() => void)[] = [];
    const shards = owner();
    const places = new Places(shards);
    places.need();
    places.onThreadLeads();
    const named = (i: number): ObjectName => new ObjectName(`object ${i}`, 'locks');
    for (let i = 0; i < 1000; i++) places.choose(NEEDS_THREAD, named(i), 0, undefined);
    const [present, other] = [named(1001), new ObjectName('object 1001', 'maps')];
    const pinned = named(0);
    expect(places.choose(PLAIN, present, 0, undefined).place).toBe(Place.LOOP);
    shards.whenSettled = noting(settle);
    expect(places.choose(NEEDS_THREAD, named(1000), 0, undefined).place).toBe(Place.THREAD);
    for (let call = 0; call < 2; call++) {
      const { place, waitsFor } = places.choose(PLAIN, present, 0, undefined);
      expect([place, waitsFor]).toEqual([Place.THREAD, present.hold]);
      expect(waitsFor).toBeDefined();
    }
    expect(places.choose(PLAIN, other, 0, undefined).place).toBe(Place.LOOP);
    for (const then of settle.slice()) then();
    shards.whenSettled = (place, then) => owner().whenSettled(place, then);
    expect([present.hold, named(1000).hold]).toEqual([undefined, undefined]);
    places.unpin(present);
    places.unpin(pinned);
    for (const name of [present, pinned]) {
      const { place, waitsFor } = places.choose(PLAIN, name, 0, undefined);
      expect([place, waitsFor]).toEqual([Place.THREAD, undefined]);
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

  test('let calls on an object of the thread wait for ten seconds at most while it does not lead', () => {
    const places = new Places(owner());
    const names = ['early', 'late'].map((text) => new ObjectName(text));
    places.pin(names[0]);
    vi.advanceTimersByTime(9_999);
    expect(names[0].hold).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(names[0].hold).toBeUndefined();
    places.pin(names[1]);
    expect(names[1].hold).toBeUndefined();
    for (const name of names) expect(places.choose(PLAIN, name, 0, name.hold).place).toBe(Place.THREAD);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leave no timer behind, also where the news of a connection comes after their end', () => {
    const places = new Places(owner());
    places.onConnected();
    places.end();
    places.onConnected();
    expect(vi.getTimerCount()).toBe(0);
  });
});
