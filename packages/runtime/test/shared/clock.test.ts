import * as driven from '@offloop/tools/driven-clock';
import { afterEach, expect, test, vi } from 'vitest';

import * as clock from '../../src/shared/clock.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the clock goes on while that of a test stands still', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance', 'hrtime', 'Date'], now: 0 });
  const begun = [clock.monotonicNow(), clock.commonNow(), clock.wallNow()];
  await new Promise((resolve) => clock.setTimeout(resolve, 5));
  await new Promise((resolve) => clock.setImmediate(resolve));
  await new Promise<void>((resolve) => clock.nextTick(resolve));
  await clock.pause(5);
  await clock.nextTurn();
  const passed = [clock.monotonicNow(), clock.commonNow(), clock.wallNow()].map((now, i) => now - begun[i]);
  expect(passed.every((millis) => millis > 0)).toBe(true);
  expect(Date.now()).toBe(0);
});

test('what stands for it in tests has all that it has', () => {
  expect(Object.keys(driven).toSorted()).toEqual(Object.keys(clock).toSorted());
});
