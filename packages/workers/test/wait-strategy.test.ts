import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Linger, parkAtOnce } from '../src/wait-strategy.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const FEW = 1;
const MANY = 1000;

test('an agent that parks at once never looks again', () => {
  expect(parkAtOnce.keepLooking(1000, 0, FEW)).toBe(false);
});

test('with nothing at the members and nothing answered there is nothing to wait for', () => {
  const linger = new Linger(1000);
  expect(linger.keepLooking(0, 0, 0)).toBe(false);
  expect(linger.keepLooking(0, 5, MANY)).toBe(false);
});

test('with many calls under way it parks at once, whatever was answered', () => {
  const linger = new Linger(1000);
  expect(linger.keepLooking(3, 0, MANY)).toBe(false);
  expect(linger.keepLooking(MANY, 0, 0)).toBe(false);
  expect(linger.keepLooking(0, 2, MANY)).toBe(false);
});

test('after a few answers it lasts until the caller has asked again for as much', () => {
  const linger = new Linger(1000);
  expect(linger.keepLooking(3, 0, 0)).toBe(true);
  expect(linger.keepLooking(0, 2, 0)).toBe(true);
  expect(linger.keepLooking(0, 1, 0)).toBe(false);
});

test('with few calls in flight it lasts while they are there', () => {
  const linger = new Linger(1000);
  expect(linger.keepLooking(0, 1, FEW)).toBe(true);
  expect(linger.keepLooking(0, 0, FEW)).toBe(true);
  expect(linger.keepLooking(0, 0, 0)).toBe(false);
});

test('a linger ends after its time without anything happening, counted from the last thing that did', () => {
  const linger = new Linger(2000);
  expect(linger.keepLooking(1, 0, FEW)).toBe(true);
  vi.advanceTimersByTime(1.5);
  expect(linger.keepLooking(1, 0, FEW)).toBe(true);
  vi.advanceTimersByTime(1.5);
  expect(linger.keepLooking(0, 0, FEW)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(linger.keepLooking(0, 0, FEW)).toBe(false);
});
