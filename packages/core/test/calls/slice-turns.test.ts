import { countTurns } from '@offloop/tools';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { firstSlice, nextSlice } from '../../src/calls/slice-turns.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

/** Milliseconds of a slice, and of the steps that work is made of. */
const SLICE = 2;
const STEP = 0.5;
const STEPS_A_SLICE = SLICE / STEP;

beforeEach(async () => {
  // The turn of the test before is over, by the clock that it had.
  await new Promise((resolve) => setImmediate(resolve));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Does so many steps in slices. @param note what is told of each slice. */
async function work(steps: number, note: () => void = () => undefined): Promise<void> {
  let until = firstSlice();
  note();
  for (let step = 0; step < steps; step++) {
    if (performance.now() >= until) {
      until = await nextSlice();
      note();
    }
    vi.advanceTimersByTime(STEP);
  }
}

test('work alone has a slice a turn', async () => {
  const count = countTurns();
  const turns: number[] = [];
  await work(5 * STEPS_A_SLICE, () => turns.push(count.turns));
  count.stop();
  expect(turns).toHaveLength(5);
  expect(new Set(turns).size).toBe(5);
});

test('the longer the line, the shorter is the slice of work that begins', async () => {
  expect(firstSlice() - performance.now()).toBe(SLICE);
  const waiting = Array.from({ length: 9 }, () => nextSlice());
  expect(firstSlice() - performance.now()).toBeCloseTo(SLICE / 10);
  await Promise.all(waiting);
  expect(firstSlice() - performance.now()).toBe(SLICE);
});

test('much work at once has a slice after the other, each in a turn of its own', async () => {
  const many = 50;
  const count = countTurns();
  const begun = performance.now();
  const order: number[] = [];
  const turns = new Map<number, number>();
  await Promise.all(
    Array.from({ length: many }, (_, number) =>
      work(3 * STEPS_A_SLICE, () => {
        order.push(number);
        turns.set(count.turns, (turns.get(count.turns) ?? 0) + 1);
      }),
    ),
  );
  count.stop();
  expect(performance.now() - begun).toBe(many * 3 * SLICE);
  const all = Array.from({ length: many }, (_, number) => number);
  // All begin in the first turn, which takes a step at least for each.
  expect(turns.get(0)).toBe(many);
  expect(order.slice(0, many)).toEqual(all);
  expect(order.slice(many, 2 * many)).toEqual(all);
  turns.delete(0);
  expect(Math.max(...turns.values())).toBeLessThanOrEqual(2);
});

test('work that needs little of its slice leaves the rest of the turn to the next', async () => {
  const count = countTurns();
  const turns = await Promise.all(
    Array.from({ length: 2 * STEPS_A_SLICE }, async () => {
      await nextSlice();
      vi.advanceTimersByTime(STEP);
      return count.turns;
    }),
  );
  count.stop();
  const [first] = turns;
  expect(turns).toEqual([
    ...Array<number>(STEPS_A_SLICE).fill(first),
    ...Array<number>(STEPS_A_SLICE).fill(first + 1),
  ]);
});

test('what one in line sets off comes before the next of the same turn', async () => {
  const order: string[] = [];
  const step = async (name: string): Promise<void> => {
    await nextSlice();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} goes on`);
  };
  await Promise.all([step('first'), step('second')]);
  expect(order).toEqual(['first begins', 'first goes on', 'second begins', 'second goes on']);
});
