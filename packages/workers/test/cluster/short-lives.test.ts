import { expect, test } from 'vitest';

import { ShortLives } from '../../src/cluster/short-lives.js';
import { RETRY } from '../support/candidates.js';

const short = (): { openedAt: number; hasServed: boolean } => ({ openedAt: Date.now(), hasServed: false });

test('after the first short life there is no pause, then they grow up to the greatest, without an end', () => {
  const lives = new ShortLives(RETRY);
  expect([1, 2, 3, 4, 5].map(() => lives.pauseAfter(short()))).toEqual([0, 100, 200, 350, 350]);
});

test.each([
  ['lived for some seconds', { openedAt: Date.now() - 5_000, hasServed: false }],
  ['carried a call', { openedAt: Date.now(), hasServed: true }],
])('a connection that %s ends the pauses', (_what, lived) => {
  const lives = new ShortLives(RETRY);
  lives.pauseAfter(short());
  expect(lives.pauseAfter(short())).toBe(100);
  expect(lives.pauseAfter(lived)).toBe(0);
  expect([1, 2].map(() => lives.pauseAfter(short()))).toEqual([0, 100]);
});
