import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SettleQueue } from '../../src/transforms/settle-queue.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Adds `count` promises whose continuations work for `millis` each; @returns how many had settled after each turn. */
async function turnsOf(queue: SettleQueue, count: number, millis: number): Promise<number[]> {
  let settled = 0;
  const worksOnIt = async (): Promise<void> => {
    await new Promise<void>((resolve) => queue.add(resolve));
    vi.advanceTimersByTime(millis);
    settled++;
  };
  for (let i = 0; i < count; i++) void worksOnIt();
  const after: number[] = [];
  while ((after.at(-1) ?? 0) < count) {
    await new Promise(setImmediate);
    after.push(settled);
  }
  return after;
}

test('nothing settles before the loop has turned', async () => {
  let settled = false;
  new SettleQueue().add(() => (settled = true));
  await Promise.resolve();
  await new Promise((resolve) => process.nextTick(resolve));
  expect(settled).toBe(false);
  await new Promise(setImmediate);
  expect(settled).toBe(true);
});

test('all that wait settle in one turn when nobody works on them', async () => {
  const turns = await turnsOf(new SettleQueue(), 50, 0);
  expect(turns.at(-1)).toBe(50);
  expect(turns.length).toBeLessThanOrEqual(2);
});

test('they settle a few a turn when somebody does', async () => {
  const queue = new SettleQueue();
  await turnsOf(queue, 64, 1);
  const turns = await turnsOf(queue, 100, 1);
  const steps = turns.map((settled, i) => settled - (turns[i - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(4);
});
