import { expect, test } from 'vitest';
import { CLEAR_EVERY, clearing, itemOf, ITEMS, numberOf } from '../../src/structures/structure-cell.js';

test('what grows is cleared each time when as many calls have been made', async () => {
  let size = 0;
  let largest = 0;
  const call = clearing(
    async () => {
      largest = Math.max(largest, ++size);
    },
    async () => {
      size = 0;
    },
  );
  for (let turn = 0; turn < 2.5 * CLEAR_EVERY; turn++) await call(turn);
  expect([largest, size]).toEqual([CLEAR_EVERY, CLEAR_EVERY / 2 + 1]);
});

test('items are texts of one length, each with its number', () => {
  expect(new Set(ITEMS.map(({ length }) => length))).toEqual(new Set([100]));
  expect(ITEMS.map(numberOf)).toEqual(ITEMS.map((_, number) => number));
  expect(numberOf(itemOf(12_345_678))).toBe(12_345_678);
});
