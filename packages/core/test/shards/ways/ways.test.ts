import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
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
    lastInLanes: () => 0,
    haveSettled: () => true,
    received: () => ({ bytes: 0, messages: 0 }),
    onNoThread: () => undefined,
  };
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

  test('leave no timer behind, also where the news of a connection comes after their end', () => {
    const ways = new Ways(owner());
    ways.onConnected();
    ways.end();
    ways.onConnected();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('hold no call back for one that has settled, as a hold that is released already would keep it', () => {
    const look = vi.spyOn(WayChooser.prototype, 'look').mockReturnValue(Way.THREAD);
    onTestFinished(() => look.mockRestore());
    // A call of the partition is in flight on the loop, and one on the whole object was given up in the thread.
    const isTaken = (way: Way, lane: number): boolean => (way === Way.INLINE ? lane === 4 : lane === 0);
    const ways = new Ways({ ...owner(), isTaken });
    const operation = { needsThread: false, prefersThread: false, isBound: false };
    const name = new ObjectName('map');
    ways.need();
    ways.onThreadLeads();
    vi.advanceTimersByTime(20);
    // The sixteenth looks at the loop: the way changes.
    for (let call = 0; call < 16; call++) ways.choose(operation, name, 7, name.hold);
    expect(ways.choose(operation, name, 3, name.hold)).toBe(Way.INLINE);
    expect([ways.hold, name.hold]).toEqual([undefined, undefined]);
  });
});
