import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RoundPauses } from '../../src/cluster/round-pauses.js';
import { RETRY } from '../support/candidates.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('without a limit it never gives up', () => {
  const pauses = new RoundPauses(RETRY);
  vi.advanceTimersByTime(1e12);
  expect(pauses.next(true)).toBe(100);
});

test('it gives up once the time for the cluster has passed, if it may, and no pause reaches beyond it', () => {
  // The clock shows something when it begins.
  vi.advanceTimersByTime(10_000);
  const pauses = new RoundPauses({ ...RETRY, clusterConnectTimeoutMillis: 250 });
  expect(pauses.next(true)).toBe(100);
  vi.advanceTimersByTime(100);
  expect(pauses.next(true)).toBe(150);
  vi.advanceTimersByTime(150);
  expect(pauses.next(true)).toBe(-1);
  expect(pauses.next(false)).toBe(350);
});

test('no time for the cluster means one round', () => {
  expect(new RoundPauses({ ...RETRY, clusterConnectTimeoutMillis: 0 }).next(true)).toBe(-1);
});
