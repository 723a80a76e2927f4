import { expect, test } from 'vitest';

import { LoopLoad } from '../../../src/caller/place/loop-load.js';

/** Blocks the loop until it has been busy for so long. */
function work(millis: number): void {
  const until = performance.now() + millis;
  while (performance.now() < until);
}

test('the load of a loop counts from the first look on, and anew after a rest', async () => {
  const load = new LoopLoad();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(load.look(20)).toBe(0);
  // Nothing but work since, whatever was before.
  work(5);
  expect(load.look(5)).toBeCloseTo(1);
  load.rest();
  expect(load.look(5)).toBe(0);
  work(5);
  expect(load.look(5)).toBeCloseTo(1);
});
