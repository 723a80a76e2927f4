import { countTurns, type TurnCount } from '@offloop/tools';
import { expect, test } from 'vitest';

import { OwnTurns, SharedTurns, type Turns } from '../../src/shard/loop-turns.js';

/** Takes so many turns one after another, and notes for each the turn of the loop in which it came. */
function taker(turns: Turns, times: number, count: TurnCount): Promise<number[]> {
  const taken: number[] = [];
  return new Promise((resolve) => {
    const take = (): void => {
      taken.push(count.turns);
      if (taken.length < times) turns.next(take);
      else resolve(taken);
    };
    turns.next(take);
  });
}

test('several that share turns have one each, in the order in which they asked', async () => {
  const count = countTurns();
  const turns = new SharedTurns();
  const [a, b, c] = await Promise.all([3, 3, 3].map((times) => taker(turns, times, count)));
  count.stop();
  expect(new Set([...a, ...b, ...c]).size).toBe(9);
  for (let i = 0; i < 3; i++)
    expect([a[i], b[i], c[i]].toSorted((x, y) => x - y)).toEqual([a[i], b[i], c[i]]);
  expect(turns.areWaitedFor).toBe(false);
});

test('one that has turns of its own waits for nobody', async () => {
  const count = countTurns();
  const [a, b] = await Promise.all([new OwnTurns(), new OwnTurns()].map((own) => taker(own, 3, count)));
  count.stop();
  expect(a).toEqual(b);
});
