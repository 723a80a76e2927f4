import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { LoopLoad } from '../../../src/shards/ways/loop-load.js';
import { Way, WayChooser } from '../../../src/shards/ways/way.js';
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

const PLAIN = { needsThread: false, prefersThread: false, isBound: false };

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
  const look = vi.spyOn(WayChooser.prototype, 'look').mockReturnValue(Way.THREAD);
  onTestFinished(() => look.mockRestore());
  vi.advanceTimersByTime(1000);
  for (let call = 0; call < 16; call++) ways.choose(PLAIN, undefined, 0, undefined);
  expect(ways.way).toBe(Way.THREAD);
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
    expect(ways.way).toBe(Way.INLINE);
  });

  test('let a call go at once that would wait for one on the whole object which was given up', () => {
    // All of the loop's partitions have calls in flight; the thread has none, but one was given up there.
    const isTaken = (way: Way, lane: number): boolean => (way === Way.INLINE) === lane > 0;
    const ways = changing({ ...owner(), isTaken });
    const name = new ObjectName('object');
    expect(ways.choose(PLAIN, name, 0, name.hold)).toBe(Way.INLINE);
    expect([ways.hold, name.hold]).toEqual([undefined, undefined]);
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
      const [first, last] = leadsFirst ? steps : steps.reverse();
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

  test('give an object to the thread until none of its name is left', () => {
    const ways = new Ways(owner());
    ways.need();
    ways.onThreadLeads();
    const name = new ObjectName('object');
    expect(ways.choose({ ...PLAIN, needsThread: true }, name, 0, undefined)).toBe(Way.THREAD);
    expect(ways.choose(PLAIN, name, 0, undefined)).toBe(Way.THREAD);
    ways.unpin('object');
    expect(ways.choose(PLAIN, name, 0, undefined)).toBe(Way.INLINE);
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
    for (const name of names) expect(ways.choose(PLAIN, name, 0, name.hold)).toBe(Way.THREAD);
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
