import { expect, test } from 'vitest';

import { Backoff } from '../../src/shared/backoff.js';

const OPTIONS = { initialBackoffMillis: 100, maxBackoffMillis: 350 };

const pauses = (backoff: Backoff, count: number): number[] =>
  Array.from({ length: count }, () => backoff.next());

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
