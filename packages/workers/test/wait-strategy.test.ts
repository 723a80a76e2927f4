import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Linger, parkAtOnce } from '../src/wait-strategy.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('an agent that parks at once never looks again', () => {
  expect(parkAtOnce.keepLooking(1000, 0)).toBe(false);
});

test('a linger that has completed nothing has nothing to wait for', () => {
  const linger = new Linger(1000);
  expect(linger.keepLooking(0, 5)).toBe(false);
});

test('a linger lasts until the caller has asked again for as much as it was answered', () => {
  const linger = new Linger(1000);
  expect(linger.keepLooking(3, 0)).toBe(true);
  expect(linger.keepLooking(0, 2)).toBe(true);
  expect(linger.keepLooking(0, 1)).toBe(false);
  expect(linger.keepLooking(0, 0)).toBe(false);
});

test('a linger ends after its time from the last completion', () => {
  const linger = new Linger(2000);
  expect(linger.keepLooking(1, 0)).toBe(true);
  vi.advanceTimersByTime(1.5);
  expect(linger.keepLooking(1, 0)).toBe(true);
  vi.advanceTimersByTime(1.5);
  expect(linger.keepLooking(0, 0)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(linger.keepLooking(0, 0)).toBe(false);
});
