import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ClosedLoop } from '../../src/measure/closed-loop.js';

it('keeps as many calls in flight as asked, and counts those that were answered', async () => {
  const waiting: Array<() => void> = [];
  let calls = 0;
  const loop = new ClosedLoop(17, () => new Promise<void>((resolve) => void (waiting[calls++] = resolve)));
  for (let answered = 0; answered < 100; answered++) {
    await vi.waitUntil(() => calls === 17 + answered, { interval: 1, timeout: 20_000 });
    waiting[answered]();
  }
  await vi.waitUntil(() => loop.answered === 100, { interval: 1, timeout: 20_000 });
  expect(calls).toBe(117);
  loop.stop();
  for (const answer of waiting) answer();
  await loop.ended;
  expect([calls, loop.answered]).toEqual([117, 117]);
});

it('counts an answer as the operations that it stands for', async () => {
  const loop = new ClosedLoop(
    1,
    async (number) => {
      if (number === 2) loop.stop();
      await turn();
      return number;
    },
    (answer, number) => answer + number,
  );
  await loop.ended;
  expect(loop.answered).toBe(0 + 2 + 4);
});

it('ends with the error of an answer that is wrong', async () => {
  const wrong = (answer: number): number => {
    if (answer === 5) throw new Error('not 5');
    return 1;
  };
  const loop = new ClosedLoop(1, async (number) => number, wrong);
  await expect(loop.ended).rejects.toThrow('not 5');
  expect(loop.answered).toBe(5);
});

it('starts its flows at different turns', async () => {
  const turns: number[] = [];
  const loop = new ClosedLoop(4, async (number) => {
    turns.push(number);
    await turn();
  });
  loop.stop();
  await loop.ended;
  expect(new Set(turns.map((each) => each % 64)).size).toBe(4);
});

it('ends with the error of the first call that fails, and makes no more', async () => {
  let calls = 0;
  const loop = new ClosedLoop(4, async () => {
    await turn();
    if (++calls === 10) throw new Error('a wrong answer');
  });
  await expect(loop.ended).rejects.toThrow('a wrong answer');
  const most = calls + 3;
  await turn();
  await turn();
  expect(calls).toBeLessThanOrEqual(most);
});
