import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { LoopDelay } from '../../src/measure/loop-delay.js';

const BLOCK = 120;

/** Blocks this thread; returns for how long. */
function block(): number {
  const from = performance.now();
  while (performance.now() - from < BLOCK);
  return performance.now() - from;
}

let delay: LoopDelay;
beforeEach(() => {
  delay = new LoopDelay();
});
afterEach(() => delay.stop());

describe('loop delay', () => {
  test('counts a blocked stretch by its length, evenly from nothing to all of it', () => {
    delay.reset();
    const blocked = block();
    const { p50, max } = delay.takeWindow();
    expect(max).toBeGreaterThan(blocked * 0.9);
    // Whoever became due halfway waited for half of it.
    expect(p50 / max).toBeGreaterThan(0.35);
    expect(p50 / max).toBeLessThan(0.65);
  });

  test('misses no block that ends with the window, and tells of none twice', async () => {
    delay.reset();
    const blocked = block();
    expect(delay.takeWindow().max).toBeGreaterThan(blocked * 0.9);
    await sleep(10);
    const next = delay.takeWindow();
    expect(next.max).toBeLessThan(delay.run.max);
  });

  test('keeps the whole run while windows go, and forgets it when another begins', () => {
    delay.reset();
    const blocked = block();
    delay.takeWindow();
    expect(delay.run.max).toBeGreaterThan(blocked * 0.9);
    delay.reset();
    expect(delay.run.max).toBeLessThan(blocked * 0.9);
  });
});
