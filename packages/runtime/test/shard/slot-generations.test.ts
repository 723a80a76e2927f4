import { expect, test, vi } from 'vitest';

import { SlotTable } from '../../src/shard/slot-table.js';

// Counting through all eight million takes a second, and half a minute where mutations are looked for. That the real limit is the
// one that fits in a correlation id is tested with the records.
const MAX_GENERATION = 3;
vi.mock('../../src/ring/records.js', () => ({ MAX_GENERATION: 3 }));

const nothing = (): void => undefined;

test('after the largest generation comes 0: a correlation id is never negative', () => {
  const slots = new SlotTable();
  const generations = Array.from({ length: 2 * (MAX_GENERATION + 1) }, () => {
    const slot = slots.take(nothing, nothing, undefined, 0);
    const generation = slots.generationOf(slot);
    expect(slots.holds(slot, generation)).toBe(true);
    slots.resolve(slot, undefined);
    expect(slots.holds(slot, generation)).toBe(false);
    return generation;
  });
  expect(generations).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
});
