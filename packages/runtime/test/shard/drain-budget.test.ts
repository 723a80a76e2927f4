import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DrainBudget, Share } from '../../src/shard/drain-budget.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** One slice over `waiting` records, each of which sets off work of `millis`; @returns how many it took. */
async function slice(
  budget: DrainBudget,
  waiting: number,
  millis: number,
  share: Share = Share.EQUAL,
): Promise<number> {
  budget.begin(share);
  let taken = 0;
  let records: number;
  do {
    records = Math.min(budget.batch, waiting - taken);
    taken += records;
  } while (records > 0 && budget.take(records) && taken < waiting);
  budget.end();
  // As continuations do: in microtasks, after the slice.
  for (let i = 0; i < taken; i++) void Promise.resolve().then(() => vi.advanceTimersByTime(millis));
  await new Promise(setImmediate);
  return taken;
}

test('a slice is spent when its time is over, and whole again with the next', () => {
  const budget = new DrainBudget();
  budget.begin(Share.OWN);
  expect(budget.isSpent()).toBe(false);
  vi.advanceTimersByTime(100);
  expect(budget.isSpent()).toBe(true);
  budget.begin(Share.OWN);
  expect(budget.isSpent()).toBe(false);
});

test('after a slice whose answers set off work, the next takes as many as fit', async () => {
  const budget = new DrainBudget();
  expect(await slice(budget, 1000, 0.5)).toBe(64);
  expect(await slice(budget, 1000, 0.5)).toBe(4);
  expect(await slice(budget, 1000, 0.5)).toBe(4 * 2);
  expect(await slice(budget, 1000, 0.5)).toBe(4);
});

test('a slice ends with the batch in which its time is over', () => {
  const budget = new DrainBudget();
  budget.begin(Share.ALL);
  vi.advanceTimersByTime(1.9);
  expect(budget.take(budget.batch)).toBe(true);
  vi.advanceTimersByTime(0.2);
  expect(budget.take(budget.batch)).toBe(false);
});

test('a slice ends with the last record that it may take', () => {
  const budget = new DrainBudget();
  budget.begin(Share.OWN);
  expect(budget.take(63)).toBe(true);
  expect(budget.batch).toBe(1);
  expect(budget.take(1)).toBe(false);
});

test('light answers that come a few at a time do not raise it above a batch', async () => {
  const budget = new DrainBudget();
  for (let i = 0; i < 6; i++) await slice(budget, 3, 0.01);
  expect(await slice(budget, 1000, 1)).toBe(64);
});

test('however long one answer’s work takes, one answer a turn is taken', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 8000);
  expect(await slice(budget, 1000, 8000)).toBe(1);
  expect(await slice(budget, 1000, 8000)).toBe(1);
});

test('when the work is light, each slice may take twice as many as the one before', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 100);
  const taken: number[] = [];
  for (let i = 0; i < 12; i++) taken.push(await slice(budget, 1000, 0));
  expect(taken).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 1000]);
});

test('light answers that come one at a time raise it again too, and then are not timed any more', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 100);
  for (let i = 0; i < 6; i++) await slice(budget, 1, 0.01);
  expect(await slice(budget, 1000, 0)).toBe(64);
});

test('heavy answers that come one at a time do not', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 1);
  for (let i = 0; i < 6; i++) await slice(budget, 1, 1);
  expect(await slice(budget, 1000, 1)).toBe(2);
});

test('on a busy loop the answers get as much of each turn as everybody else had', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 1);
  expect(await slice(budget, 1000, 1)).toBe(2);
  for (let i = 0; i < 6; i++) {
    vi.advanceTimersByTime(20);
    await slice(budget, 1000, 1);
  }
  vi.advanceTimersByTime(20);
  const taken = await slice(budget, 1000, 1);
  expect(taken).toBeGreaterThanOrEqual(16);
  expect(taken).toBeLessThanOrEqual(40);
});

test('time that passed while nothing waited gives no such claim', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 3);
  vi.advanceTimersByTime(60_000);
  expect(await slice(budget, 1000, 3, Share.OWN)).toBe(1);
  expect(await slice(budget, 1000, 3)).toBe(1);
});

test('a slice for a call whose time is over takes all that can be read in time', async () => {
  const budget = new DrainBudget();
  await slice(budget, 1000, 8000);
  expect(await slice(budget, 1000, 1)).toBe(1);
  expect(await slice(budget, 1000, 0, Share.ALL)).toBe(1000);
});

test('slices that share turns do not grow by each other', async () => {
  const most = async (first: DrainBudget, second: DrainBudget): Promise<number> => {
    let longest = 0;
    for (let round = 0; round < 40; round++) {
      const taken = [await slice(first, 10_000, 0.05), await slice(second, 10_000, 0.05)];
      if (round > 10) longest = Math.max(longest, ...taken);
      // What else the loop does in a turn.
      vi.advanceTimersByTime(1);
    }
    return longest;
  };
  const turns = { ended: Infinity };
  expect(await most(new DrainBudget(turns), new DrainBudget(turns))).toBeLessThanOrEqual(80);
  // By themselves each takes as much as the other had, and a little more, time after time.
  expect(await most(new DrainBudget(), new DrainBudget())).toBeGreaterThan(200);
});
