import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Way } from '../../../src/shards/ways/way.js';
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
});
