import { afterEach, expect, test, vi } from 'vitest';

import { Backoff } from '../../src/shared/backoff.js';

const OPTIONS = { initialBackoffMillis: 100, maxBackoffMillis: 350 };

afterEach(() => void vi.restoreAllMocks());

const pauses = (backoff: Backoff, count: number): number[] =>
  Array.from({ length: count }, () => backoff.next());

test('pauses grow up to the longest, and are short again after a success', () => {
  const backoff = new Backoff(OPTIONS);
  expect(pauses(backoff, 4)).toEqual([100, 200, 350, 350]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
  expect(pauses(new Backoff({ ...OPTIONS, multiplier: 3 }), 3)).toEqual([100, 300, 350]);
});

test('the first pause is not longer than the longest', () => {
  expect(new Backoff({ ...OPTIONS, initialBackoffMillis: 1000 }).next()).toBe(350);
});

test('no pause is longer than a timer can wait, whose longer ones are over at once', () => {
  const backoff = new Backoff({ ...OPTIONS, maxBackoffMillis: Number.MAX_SAFE_INTEGER, multiplier: 1e9 });
  expect(pauses(backoff, 3)).toEqual([100, 2 ** 31 - 1, 2 ** 31 - 1]);
});

test('who does not pause at first never does', () => {
  const backoff = new Backoff({ ...OPTIONS, initialBackoffMillis: 0 });
  expect(new Set(pauses(backoff, 2_000))).toEqual(new Set([0]));
});

test('jitter moves a pause by at most its share, both ways', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(new Backoff({ ...OPTIONS, jitter: 0.25 }).next()).toBeCloseTo(75);
  random.mockReturnValue(0.999_999);
  expect(new Backoff({ ...OPTIONS, jitter: 0.25 }).next()).toBeCloseTo(125, 2);
});
