import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Reconnect } from '../../../src/thread/connection/reconnect.js';

vi.mock('../../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How long the next attempt was waited for. */
function pauseOf(reconnect: Reconnect, attempts: { count: number }): number {
  const before = attempts.count;
  reconnect.later();
  let millis = 0;
  for (; attempts.count === before; millis++) vi.advanceTimersByTime(1);
  return millis;
}

test('pauses double up to the longest, and are the shortest again after a reply', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const attempts = { count: 0 };
  const reconnect = new Reconnect(10, 60, () => void attempts.count++);
  expect([1, 2, 3, 4, 5].map(() => pauseOf(reconnect, attempts))).toEqual([10, 20, 40, 60, 60]);
  reconnect.succeeded();
  expect(pauseOf(reconnect, attempts)).toBe(10);
});

test('pauses are shorter or longer by up to a quarter, each client’s by another part', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const attempts = { count: 0 };
  const first = (): number => pauseOf(new Reconnect(100, 600, () => void attempts.count++), attempts);
  expect(first()).toBe(75);
  random.mockReturnValue(1);
  expect(first()).toBe(125);
});

test('nothing is attempted once it is stopped', () => {
  const reconnect = new Reconnect(10, 60, () => expect.unreachable());
  reconnect.later();
  reconnect.stop();
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});
