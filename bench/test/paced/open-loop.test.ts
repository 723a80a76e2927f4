import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { work } from '../../src/load/busy-map.js';
import { OpenLoop } from '../../src/paced/open-loop.js';

const FAST = { perSecond: 2000, together: 1 };

it('makes calls although none is answered, and ends when all are', async () => {
  const waiting: Array<() => void> = [];
  const loop = new OpenLoop(FAST, () => new Promise((resolve) => waiting.push(() => resolve(() => {}))));
  await vi.waitUntil(() => waiting.length >= 50);
  expect(loop.answered).toBe(0);
  loop.stop();
  const made = waiting.length;
  for (const answer of waiting) answer();
  await loop.ended;
  expect(loop.answered).toBe(made);
  expect(loop.latencies.count).toBe(made);
});

it('counts the calls that are due, made or not', async () => {
  const loop = new OpenLoop({ perSecond: 1000, together: 10 }, async () => () => {});
  work(25);
  expect(loop.due).toBeGreaterThanOrEqual(30);
  expect(loop.due % 10).toBe(0);
  expect(loop.answered).toBe(0);
  loop.stop();
  await loop.ended;
});

it('charges a loop that stands still with each call of that time', async () => {
  const loop = new OpenLoop(FAST, async () => () => {});
  await vi.waitUntil(() => loop.answered > 10);
  loop.latencies.reset();
  work(100);
  await vi.waitUntil(() => loop.latencies.count >= 180);
  loop.stop();
  await loop.ended;
  // 200 calls fell into the 100 ms, from 100 ms late to not at all: half of them waited longer than 40 ms
  const late = Array.from({ length: 100 }, (_, i) => loop.latencies.percentile(i + 1)).filter(
    (us) => us > 40_000,
  );
  expect((late.length / 100) * loop.latencies.count).toBeGreaterThan(90);
});

it('ends with the error of the first call that fails, or whose answer is wrong', async () => {
  const failing = new OpenLoop(FAST, () => Promise.reject(new Error('no such luck')));
  await expect(failing.ended).rejects.toThrow('no such luck');
  const wrong = new OpenLoop(FAST, async (call) => () => {
    if (call === 5) throw new Error('a wrong answer');
  });
  await expect(wrong.ended).rejects.toThrow('a wrong answer');
  const { answered } = wrong;
  await turn();
  expect(wrong.answered).toBe(answered);
});
