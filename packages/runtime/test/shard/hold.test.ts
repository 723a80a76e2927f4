import { expect, test } from 'vitest';

import { Hold } from '../../src/shard/hold.js';
import type { QueuedRequest } from '../../src/shard/queued-request.js';

const sent: number[] = [];
const shard = { release: ({ slot }: QueuedRequest) => void sent.push(slot) };

function add(hold: Hold, ...slots: number[]): void {
  for (const slot of slots) {
    const record = Buffer.alloc(0);
    hold.add(shard, { kind: 1, slot, generation: 0, record, borrowed: undefined, spilled: undefined });
  }
}

const released = (hold: Hold): number[] => {
  sent.length = 0;
  hold.release();
  return [...sent];
};

test('a hold lets its requests go in their order', () => {
  const hold = new Hold(undefined);
  add(hold, 1, 2, 3);
  expect(hold.open).toBe(hold);
  expect(released(hold)).toEqual([1, 2, 3]);
  expect(hold.open).toBeUndefined();
  expect(released(hold)).toEqual([]);
});

test('what a later hold held waits in the earlier one, when that is open still', () => {
  const first = new Hold(undefined);
  const second = new Hold(first);
  add(first, 1);
  add(second, 3);
  add(first, 2);
  expect(released(second)).toEqual([]);
  expect(second.open).toBe(first);
  add(first, 4);
  expect(released(first)).toEqual([1, 2, 3, 4]);
  expect(second.open).toBeUndefined();
});

test('a hold whose earlier one is released stands alone', () => {
  const first = new Hold(undefined);
  const second = new Hold(first);
  const third = new Hold(second);
  add(first, 1);
  add(third, 3);
  expect(released(first)).toEqual([1]);
  expect(released(second)).toEqual([]);
  expect(third.open).toBe(third);
  expect(released(third)).toEqual([3]);
});
