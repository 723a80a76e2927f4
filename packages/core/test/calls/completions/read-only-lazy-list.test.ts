import { monotonicNow } from '@offloop/runtime/clock';
import { SLICE_MILLIS } from '@offloop/runtime';
import { countTurns } from '@offloop/tools';
import { expect, test } from 'vitest';
import { ReadOnlyLazyList } from '../../../src/calls/completions/read-only-lazy-list.js';

const ELEMENTS = 40;
const ELEMENT_MILLIS = 0.5;

/** A list each of whose elements takes its time to be deserialized. */
function slowList(): ReadOnlyLazyList<number> {
  return new ReadOnlyLazyList({
    length: ELEMENTS,
    at: (index) => {
      const until = monotonicNow() + ELEMENT_MILLIS;
      while (monotonicNow() < until);
      return index;
    },
  });
}

test('for await lets the loop turn after each slice of time', async () => {
  const count = countTurns();
  const found: number[] = [];
  for await (const element of slowList()) found.push(element);
  const turns = count.stop();
  expect(found).toEqual(Array.from({ length: ELEMENTS }, (_, i) => i));
  const mostInASlice = SLICE_MILLIS / ELEMENT_MILLIS + 1;
  expect(turns).toBeGreaterThanOrEqual(ELEMENTS / mostInASlice - 1);
});

test('many for await at once have a slice each in turn, and the loop turns between them', async () => {
  const readers = 9;
  const count = countTurns();
  await Promise.all(
    Array.from({ length: readers }, async () => {
      let last = -1;
      for await (const element of slowList()) {
        expect(element).toBe(last + 1);
        last = element;
      }
      expect(last).toBe(ELEMENTS - 1);
    }),
  );
  const turns = count.stop();
  const mostInASlice = SLICE_MILLIS / ELEMENT_MILLIS + 1;
  expect(turns).toBeGreaterThanOrEqual(readers * (ELEMENTS / mostInASlice - 1));
});

test('what for await has deserialized is what other ways give, and it ends where its reader leaves', async () => {
  let made = 0;
  const list = new ReadOnlyLazyList({ length: 3, at: (index) => ({ index, made: ++made }) });
  for await (const element of list) {
    if (element.index === 1) break;
  }
  expect(made).toBe(2);
  expect(list.toArray()).toEqual([
    { index: 0, made: 1 },
    { index: 1, made: 2 },
    { index: 2, made: 3 },
  ]);
  expect(list.toArray()[1]).toBe(list.get(1));
});

test('for await rejects with the error of an element', async () => {
  const list = new ReadOnlyLazyList({
    length: 2,
    at: (index) => {
      if (index === 1) throw new RangeError('no such element');
      return index;
    },
  });
  const found: number[] = [];
  await expect(async () => {
    for await (const element of list) found.push(element);
  }).rejects.toThrow('no such element');
  expect(found).toEqual([0]);
});
