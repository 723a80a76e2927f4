import { countTurns } from '@offloop/tools';
import { afterEach, expect, test, vi } from 'vitest';

import { joinInSlices } from '../../src/calls/slices.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

afterEach(() => {
  vi.restoreAllMocks();
});

test('few items are joined, in their order, within the turn', async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  expect(await joinInSlices([[1, 2], [], [3]])).toEqual([1, 2, 3]);
  expect(turned).toBe(false);
  expect(await joinInSlices([])).toEqual([]);
});

test('many items are joined, in their order, while the loop goes on turning', async () => {
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 3 * looks++);
  const lists = Array.from({ length: 20 }, (_list, list) =>
    Array.from({ length: 5000 }, (_item, i) => list * 5000 + i),
  );
  const count = countTurns();
  const joined = await joinInSlices(lists);
  const turns = count.stop();
  expect(joined).toEqual(Array.from({ length: 100_000 }, (_, i) => i));
  expect(turns).toBeGreaterThan(15);
});
