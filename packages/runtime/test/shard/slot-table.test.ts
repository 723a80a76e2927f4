import { describe, expect, test, vi } from 'vitest';

import { SlotTable } from '../../src/shard/slot-table.js';
import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';

const operation = { flags: 0 };
const nothing = (): void => undefined;

function take(slots: SlotTable<unknown>, bytes = 1): number {
  return slots.take(nothing, nothing, operation, bytes);
}

test('a slot that is free does not hold the call it will have next', () => {
  const slots = new SlotTable();
  slots.resolve(take(slots), undefined);
  expect(slots.holds(0, slots.generationOf(0))).toBe(false);
});

test('a call without anything to clean up settles while another has something', () => {
  const slots = new SlotTable();
  const cleanUp = vi.fn<() => void>();
  slots.onSettled(take(slots), cleanUp);
  slots.resolve(take(slots), undefined);
  expect(cleanUp).not.toHaveBeenCalled();
  expect(slots.inFlight).toBe(1);
});

describe('a call', () => {
  test('cleans up once, whichever way it settles', () => {
    for (const settle of ['resolve', 'reject', 'abandon'] as const) {
      const slots = new SlotTable();
      const cleanup = vi.fn<() => void>();
      const slot = take(slots);
      slots.onSettled(slot, cleanup);
      slots[settle](slot, undefined);
      if (settle === 'abandon') slots.resolve(slot, undefined);
      expect(cleanup).toHaveBeenCalledTimes(1);
      slots.resolve(take(slots), undefined);
      expect(cleanup).toHaveBeenCalledTimes(1);
    }
  });

  test('may make another call while it settles', () => {
    const slots = new SlotTable();
    let next = -1;
    const slot = slots.take(() => (next = take(slots)), nothing, operation, 1);
    slots.resolve(slot, undefined);
    expect(next).toBe(slot);
    expect(slots.holds(slot, 1)).toBe(true);
    expect(slots.inFlight).toBe(1);
  });
});

test('any sequence of calls and completions does what a plain map would', () => {
  const { below: random } = createRandom(seedOf('slot table'));
  const slots = new SlotTable();
  const settled: string[] = [];
  const expected: string[] = [];
  const differences: string[] = [];
  const model = new Map<number, { id: number; generation: number; bytes: number; pending: boolean }>();
  for (let id = 0; id < 40_000; id++) {
    const action = random(10);
    const some = [...model.keys()][random(Math.max(1, model.size))];
    // More is taken than freed at first, so that the table grows past its first size.
    if (model.size === 0 || (action < 5 && model.size < 3000)) {
      const bytes = random(1000);
      const slot = slots.take(
        (value) => settled.push(`${id} resolved ${String(value)}`),
        (reason) => settled.push(`${id} rejected ${String(reason)}`),
        operation,
        bytes,
      );
      if (model.has(slot)) differences.push(`slot ${slot} was handed out twice`);
      model.set(slot, { id, generation: slots.generationOf(slot), bytes, pending: true });
    } else {
      const call = model.get(some)!;
      if (slots.isPending(some, call.generation) !== call.pending)
        differences.push(`slot ${some} is not as it was left`);
      if (action < 7) {
        if (call.pending) expected.push(`${call.id} resolved ${id}`);
        slots.resolve(some, id);
        model.delete(some);
      } else if (action < 8) {
        if (call.pending) expected.push(`${call.id} rejected ${id}`);
        slots.reject(some, id);
        model.delete(some);
      } else if (call.pending) {
        expected.push(`${call.id} rejected ${id}`);
        slots.abandon(some, id);
        call.pending = false;
      }
    }
  }
  expect(differences).toEqual([]);
  expect(settled).toEqual(expected);
  expect(slots.inFlight).toBe(model.size);
  expect(slots.inFlightBytes).toBe([...model.values()].reduce((sum, { bytes }) => sum + bytes, 0));
  expect([...slots.taken()]).toEqual([...model.keys()].toSorted((a, b) => a - b));
});

describe('the ages of calls', () => {
  test('are those of the calls in flight, given-up ones counted for themselves', () => {
    const table = new SlotTable();
    const takeAt = (at: number): number => {
      table.clock = at;
      return take(table);
    };
    expect(table.ages(1_000)).toEqual({
      pending: 0,
      abandoned: 0,
      oldestMillis: null,
      byAge: [0, 1_000, 10_000, 60_000].map((fromMillis) => ({ fromMillis, calls: 0 })),
    });
    const oldest = takeAt(0);
    table.abandon(takeAt(5_000), new Error('given up'));
    takeAt(50_000);
    takeAt(59_001);
    takeAt(59_000);
    expect(table.ages(60_000)).toEqual({
      pending: 4,
      abandoned: 1,
      oldestMillis: 60_000,
      byAge: [
        { fromMillis: 0, calls: 1 },
        { fromMillis: 1_000, calls: 1 },
        { fromMillis: 10_000, calls: 2 },
        { fromMillis: 60_000, calls: 1 },
      ],
    });
    table.resolve(oldest, undefined);
    expect(table.ages(60_000).oldestMillis).toBe(55_000);
  });

  test('are kept when the table grows', () => {
    const table = new SlotTable();
    table.clock = 7;
    for (let i = 0; i < 1024; i++) take(table);
    table.clock = 1_000;
    take(table);
    expect(table.ages(1_007)).toMatchObject({
      oldestMillis: 1_000,
      byAge: [{ calls: 1 }, { calls: 1024 }, {}, {}],
    });
  });
});
