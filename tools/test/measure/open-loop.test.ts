import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { evenArrivals, OpenLoop } from '../../src/measure/open-loop.js';

const FAST = evenArrivals(2000);

function block(millis: number): void {
  const until = performance.now() + millis;
  while (performance.now() < until);
}

it('makes calls although none is answered, and ends when all are', async () => {
  const waiting: Array<() => void> = [];
  const loop = new OpenLoop(FAST, () => new Promise((resolve) => waiting.push(resolve)));
  await vi.waitUntil(() => waiting.length >= 50, { timeout: 20_000 });
  expect(loop.answered).toBe(0);
  loop.stop();
  const made = waiting.length;
  for (const answer of waiting) answer();
  await loop.ended;
  expect(loop.answered).toBe(made);
});

it('counts the calls that are due, made or not', async () => {
  const loop = new OpenLoop(evenArrivals(1000), async () => {});
  block(25);
  expect(loop.due).toBeGreaterThanOrEqual(25);
  expect(loop.answered).toBe(0);
  loop.stop();
  await loop.ended;
});

it('charges a loop that stands still with each call of that time', async () => {
  const waits: number[] = [];
  const loop = new OpenLoop(FAST, async (_, due) => void waits.push(performance.now() - due));
  await vi.waitUntil(() => waits.length > 10, { timeout: 20_000 });
  waits.length = 0;
  block(100);
  await vi.waitUntil(() => waits.length >= 180, { timeout: 20_000 });
  loop.stop();
  await loop.ended;
  // 200 calls fell into the 100 ms, from 100 ms late to not at all: half of them waited longer than 40 ms
  expect(waits.filter((millis) => millis > 40).length).toBeGreaterThan(90);
});

it('ends with the error of the first call that fails, or whose answer is wrong', async () => {
  const failing = new OpenLoop(FAST, () => Promise.reject(new Error('no such luck')));
  await expect(failing.ended).rejects.toThrow('no such luck');
  const wrong = new OpenLoop(FAST, async (call) => {
    if (call === 5) throw new Error('a wrong answer');
  });
  await expect(wrong.ended).rejects.toThrow('a wrong answer');
  const { answered } = wrong;
  await turn();
  expect(wrong.answered).toBe(answered);
});
