import { expect, test } from 'vitest';

import { OpenChanges } from '../../../src/map/near-cache/open-changes.js';

test('a change is open for its key, of its map', () => {
  const changes = new OpenChanges();
  expect(changes.has('a', 'k')).toBe(false);
  changes.add('a', 'k');
  changes.add('a', 'k');
  expect([changes.has('a', 'k'), changes.has('a', 'other'), changes.has('b', 'k')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a change of any key is open for each', () => {
  const changes = new OpenChanges();
  changes.add('a', 'k');
  changes.add('a', undefined);
  changes.add('a', 'more');
  expect([changes.has('a', 'k'), changes.has('a', 'other'), changes.has('b', 'k')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('with too many keys a map has open changes of all, and there is room for other maps', () => {
  const changes = new OpenChanges(10);
  for (const key of ['1234', '1234', '5678', 'too long']) changes.add('a', key);
  changes.add('b', '1234567890');
  expect([changes.has('a', '1234'), changes.has('a', 'other')]).toEqual([true, true]);
  expect([changes.has('b', '1234567890'), changes.has('b', 'other')]).toEqual([true, false]);
  changes.add('b', '1');
  expect(changes.has('b', 'other')).toBe(true);
});
