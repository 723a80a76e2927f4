import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Linger, parkAtOnce } from '../../src/waiting/wait-strategy.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // Zero is no time of an event.
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

const NOTHING_IN_FLIGHT = 0;
const FEW = 1;
const MANY = 1000;
const LINGER_MICROS = 100;

/** A call, its completion after some time, and the pause until the next. @returns whether each wait was polled through. */
function call(
  linger: Linger,
  responseMillis: number,
  pauseMillis: number,
): [response: boolean, next: boolean] {
  const response = linger.keepPolling(0, 1, FEW);
  vi.advanceTimersByTime(responseMillis);
  const next = linger.keepPolling(1, 0, NOTHING_IN_FLIGHT);
  vi.advanceTimersByTime(pauseMillis);
  return [response, next];
}

/** The same again and again. @returns how the last one waited. */
function calls(
  linger: Linger,
  count: number,
  responseMillis: number,
  pauseMillis: number,
): [response: boolean, next: boolean] {
  let last: [boolean, boolean] = [false, false];
  for (let i = 0; i < count; i++) last = call(linger, responseMillis, pauseMillis);
  return last;
}

/** One who polls already: calls came back to back. */
function backToBack(micros: number = LINGER_MICROS): Linger {
  const linger = new Linger(micros);
  calls(linger, 10, 0.05, 0.02);
  return linger;
}

test('an agent that parks at once never looks again', () => {
  expect(parkAtOnce.keepPolling(1000, 0, FEW)).toBe(false);
});

test.each([
  ['nobody polls before there is a past to learn from', 5, 0.05, 0.02, [false, false]],
  ['calls that come back to back are polled for, and so are their responses', 10, 0.05, 0.02, [true, true]],
  ['calls that come by the clock are not, however quick their responses', 100, 0.05, 0.95, [false, false]],
  ['a response that takes long is not polled for, the next call is', 30, 2, 0.02, [false, true]],
])('%s', (_what, count, responseMillis, pauseMillis, polled) => {
  expect(calls(new Linger(LINGER_MICROS), count, responseMillis, pauseMillis)).toEqual(polled);
});

test('polling ends when calls come by the clock again, and begins again when they do not', () => {
  const linger = backToBack();
  expect(calls(linger, 8, 0.05, 0.95)).toEqual([false, false]);
  expect(calls(linger, 8, 0.05, 0.02)).toEqual([true, true]);
});

test('a pause now and then does not end it: mixed loads do not flap', () => {
  const linger = backToBack();
  for (let i = 0; i < 20; i++) {
    expect(calls(linger, 3, 0.05, 0.02)).toEqual([true, true]);
    call(linger, 0.05, 5);
  }
});

test('polling in vain counts as a wait that was long', () => {
  const linger = backToBack();
  for (let i = 0; i < 8; i++) {
    linger.keepPolling(0, 1, FEW);
    vi.advanceTimersByTime(0.05);
    linger.keepPolling(1, 0, NOTHING_IN_FLIGHT);
    vi.advanceTimersByTime(0.15);
    expect(linger.keepPolling(0, 0, NOTHING_IN_FLIGHT)).toBe(false);
    vi.advanceTimersByTime(10);
  }
  expect(call(linger, 0.05, 0.02)).toEqual([false, false]);
});

test('waits that are short asleep and long awake are polled for ever less often', () => {
  const linger = new Linger(LINGER_MICROS);
  const polled = [0, 0];
  for (let i = 0; i < 10_000; i++) {
    linger.keepPolling(0, 1, FEW);
    vi.advanceTimersByTime(0.05);
    const polls = linger.keepPolling(1, 0, NOTHING_IN_FLIGHT);
    vi.advanceTimersByTime(0.15);
    if (!polls) continue;
    polled[i < 5000 ? 0 : 1]++;
    expect(linger.keepPolling(0, 0, NOTHING_IN_FLIGHT)).toBe(false);
  }
  expect(polled[0]).toBeGreaterThan(0);
  expect(polled[0]).toBeLessThan(100);
  expect(polled[1]).toBeLessThan(50);
  // It is no verdict for ever.
  expect(calls(linger, 1100, 0.05, 0.02)).toEqual([true, true]);
});

test('with nothing in flight and nothing completed there is nothing to wait for', () => {
  const linger = new Linger(LINGER_MICROS);
  expect(linger.keepPolling(0, 0, NOTHING_IN_FLIGHT)).toBe(false);
});

test('with many calls under way it parks at once, whatever was completed', () => {
  const linger = backToBack();
  expect(linger.keepPolling(3, 0, MANY)).toBe(false);
  expect(linger.keepPolling(MANY, 0, NOTHING_IN_FLIGHT)).toBe(false);
  expect(linger.keepPolling(0, 2, MANY)).toBe(false);
});

test('after a few results it lasts until the caller has made as many calls again', () => {
  const linger = backToBack();
  expect(linger.keepPolling(3, 0, NOTHING_IN_FLIGHT)).toBe(true);
  expect(linger.keepPolling(0, 2, NOTHING_IN_FLIGHT)).toBe(true);
  expect(linger.keepPolling(0, 2, NOTHING_IN_FLIGHT)).toBe(false);
});

test('it ends after its time without anything happening, counted from the last thing that did', () => {
  const linger = backToBack();
  expect(linger.keepPolling(0, 1, FEW)).toBe(true);
  vi.advanceTimersByTime(0.075);
  expect(linger.keepPolling(1, 1, FEW)).toBe(true);
  vi.advanceTimersByTime(0.075);
  expect(linger.keepPolling(0, 0, FEW)).toBe(true);
  vi.advanceTimersByTime(0.05);
  expect(linger.keepPolling(0, 0, FEW)).toBe(false);
  expect(linger.keepPolling(0, 0, FEW)).toBe(false);
});
