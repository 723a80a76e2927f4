import { expect, test } from 'vitest';

import { OwnTurns, SharedTurns, type Turns } from '../../src/shard/loop-turns.js';

/** Takes so many turns one after another, and notes for each the turn of the loop in which it came. */
function taker(turns: Turns, count: number, turn: () => number): Promise<number[]> {
  const taken: number[] = [];
  return new Promise((resolve) => {
    const take = (): void => {
      taken.push(turn());
      if (taken.length < count) turns.next(take);
      else resolve(taken);
    };
    turns.next(take);
  });
}

function countTurns(): { readonly turn: () => number; readonly stop: () => void } {
  let turn = 0;
  let isCounting = true;
  const next = (): void => {
    turn++;
    if (isCounting) setImmediate(next);
  };
  setImmediate(next);
  return { turn: () => turn, stop: () => (isCounting = false) };
}

test('several that share turns have one each, in the order in which they asked', async () => {
  const { turn, stop } = countTurns();
  const turns = new SharedTurns();
  const [a, b, c] = await Promise.all([3, 3, 3].map((count) => taker(turns, count, turn)));
  stop();
  expect(new Set([...a, ...b, ...c]).size).toBe(9);
  for (let i = 0; i < 3; i++)
    expect([a[i], b[i], c[i]].toSorted((x, y) => x - y)).toEqual([a[i], b[i], c[i]]);
  expect(turns.areWaitedFor).toBe(false);
});

test('one that has turns of its own waits for nobody', async () => {
  const { turn, stop } = countTurns();
  const [a, b] = await Promise.all([new OwnTurns(), new OwnTurns()].map((own) => taker(own, 3, turn)));
  stop();
  expect(a).toEqual(b);
});
