import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Backoff } from '../../src/cluster/backoff.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const RETRY = {
  initialBackoffMillis: 100,
  maxBackoffMillis: 350,
  multiplier: 2,
  jitter: 0,
  clusterConnectTimeoutMillis: -1,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('pauses grow by the multiplier up to the greatest', () => {
  const backoff = new Backoff(RETRY);
  expect([1, 2, 3, 4].map(() => backoff.next())).toEqual([100, 200, 350, 350]);
});

test('the first pause is not longer than the greatest', () => {
  expect(new Backoff({ ...RETRY, initialBackoffMillis: 1000 }).next()).toBe(350);
});

test('no pause is longer than a timer can wait, whose longer ones are over at once', () => {
  const backoff = new Backoff({ ...RETRY, maxBackoffMillis: Number.MAX_SAFE_INTEGER, multiplier: 1e9 });
  expect([1, 2, 3].map(() => backoff.next())).toEqual([100, 2 ** 31 - 1, 2 ** 31 - 1]);
});

test('without a limit it never gives up', () => {
  const backoff = new Backoff(RETRY);
  vi.advanceTimersByTime(1e12);
  expect(backoff.next()).toBeGreaterThan(0);
});

test('it gives up once the time for the cluster has passed, and no pause reaches beyond it', () => {
  // The clock shows something when it begins.
  vi.advanceTimersByTime(10_000);
  const backoff = new Backoff({ ...RETRY, clusterConnectTimeoutMillis: 250 });
  expect(backoff.next()).toBe(100);
  vi.advanceTimersByTime(100);
  expect(backoff.next()).toBe(150);
  vi.advanceTimersByTime(150);
  expect(backoff.next()).toBe(-1);
});

test('no time for the cluster means one round', () => {
  expect(new Backoff({ ...RETRY, clusterConnectTimeoutMillis: 0 }).next()).toBe(-1);
});

test('jitter moves a pause by at most its share, both ways', () => {
  const random = vi.spyOn(Math, 'random');
  try {
    random.mockReturnValue(0);
    expect(new Backoff({ ...RETRY, jitter: 0.25 }).next()).toBeCloseTo(75);
    random.mockReturnValue(0.999_999);
    expect(new Backoff({ ...RETRY, jitter: 0.25 }).next()).toBeCloseTo(125, 2);
  } finally {
    random.mockRestore();
  }
});
