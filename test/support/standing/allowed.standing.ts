import { expect, test } from 'vitest';

import { loopMayStand } from '../event-loop.js';

test('stands for less than it said', () => {
  const word = new Int32Array(new SharedArrayBuffer(4));
  const standing = { seconds: 60, because: 'the guard is tried' };
  expect(loopMayStand(standing, () => Atomics.wait(word, 0, 0, 7_000))).toBe('timed-out');
});
