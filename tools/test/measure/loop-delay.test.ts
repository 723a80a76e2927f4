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

/** Microseconds for which the thread is said to have waited for a CPU. */
let waited: number | null;
let delay: LoopDelay;
beforeEach(() => {
  waited = 0;
  delay = new LoopDelay(() => waited);
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
    expect(next.max).toBeLessThan(delay.run.all.max);
  });

  test('keeps the whole run while windows go, and forgets it when another begins', () => {
    delay.reset();
    const blocked = block();
    delay.takeWindow();
    expect(delay.run.all.max).toBeGreaterThan(blocked * 0.9);
    delay.reset();
    expect(delay.run.all.max).toBeLessThan(blocked * 0.9);
  });

  test('tells what the loop was held from what it waited for a CPU', () => {
    delay.reset();
    const blocked = block();
    waited = (blocked / 2) * 1_000;
    const half = delay.run;
    expect(half.held?.max).toBeGreaterThan(half.all.max * 0.4);
    expect(half.held?.max).toBeLessThan(half.all.max * 0.6);

    delay.reset();
    waited += (block() + 1_000) * 1_000;
    const nothing = delay.run;
    expect(nothing.all.max).toBeGreaterThan(BLOCK * 0.9);
    expect(nothing.held?.max).toBeLessThan(1);
  });

  test('does not count what passes between stop and start', () => {
    delay.reset();
    const blocked = block();
    delay.stop();
    const before = delay.run.all.max;
    expect(before).toBeGreaterThan(blocked * 0.9);
    // Twice as long: it would be the longest.
    block();
    block();
    expect(delay.run.all.max).toBe(before);
    delay.start();
    expect(delay.run.all.max).toBe(before);
    block();
    delay.start();
    expect(delay.takeWindow().max).toBeGreaterThan(BLOCK * 0.9);
  });

  test('blames nobody where the system does not tell', () => {
    waited = null;
    delay.reset();
    block();
    expect(delay.run.held).toBeNull();
  });
});
