import { describe, expect, test } from 'vitest';

import { Hold } from '../../src/shard/hold.js';
import { eventually, openCaller, PLACES, useCallers } from './support/caller-bench.js';

useCallers();

/** Milliseconds between two signs of life. */
const PULSE = 500;

describe.each(PLACES)('of an agent $where a diagnosis', ({ threaded }) => {
  test('tells of calls, rings and both threads', async () => {
    const { caller, call, codeOf } = openCaller({ threaded, requestRingBytes: 1024 });
    await call({ echo: 'x' });
    const held = codeOf({ hold: true }, { limits: { timeout: 60_000 } });
    await call({ echo: 'x' });
    const [idle] = caller.diagnose();
    expect(idle).toMatchObject({
      epoch: 0,
      calls: { pending: 1, abandoned: 0 },
      queued: 0,
      held: 0,
      spilledBytes: 0,
      requests: { capacity: 1024, pending: 0 },
      completions: { pending: 0 },
    });
    expect(idle.calls.oldestMillis).toBeGreaterThanOrEqual(0);
    expect(idle.caller.sinceWork).toBeGreaterThanOrEqual(0);
    expect(idle.thread.sinceTurn).toBeGreaterThanOrEqual(0);
    expect(idle.thread.sinceWork).toBeGreaterThanOrEqual(0);
    await caller.stop(10_000);
    await held;
  });

  test('is given before the start and after the end, too', async () => {
    const { caller } = openCaller({ threaded, started: false });
    const nothing = {
      epoch: 0,
      requests: null,
      completions: null,
      calls: { pending: 0, abandoned: 0, oldestMillis: null },
      queued: 0,
      held: 0,
      spilledBytes: 0,
      caller: { sinceTurn: null, sinceWork: null },
      thread: { sinceTurn: null, sinceWork: null },
    };
    expect(caller.diagnose()).toMatchObject([nothing]);
    caller.start();
    await caller.stop(10_000);
    expect(caller.diagnose()).toMatchObject([nothing]);
  });
});

test('a thread that stands still is told of: since when, what waits for it, and how long', async () => {
  const { caller, call, codeOf, held, blocked, gate } = openCaller({
    threaded: true,
    shards: 1,
    requestRingBytes: 1024,
  });
  await call({ echo: 'x' });
  const stuck = call({ block: true });
  await blocked();
  const waiting = Array.from({ length: 40 }, () => call({ echo: 'x' }));
  const givenUp = codeOf({ echo: 'x' }, { limits: { timeout: 1 } });
  const hold = new Hold(undefined);
  const heldBack = held({ echo: 'x' }, hold);
  expect(await givenUp).toBe('TIMED_OUT');
  await eventually(() => caller.diagnose()[0].thread.sinceTurn! > 2 * PULSE);
  const [diagnosis] = caller.diagnose();
  expect(diagnosis).toMatchObject({ calls: { abandoned: 1, pending: 42 }, held: 1 });
  expect(diagnosis.queued).toBeGreaterThan(0);
  expect(diagnosis.requests!.pending).toBeGreaterThan(0);
  expect(diagnosis.requests!.isStarved).toBe(true);
  expect(diagnosis.calls.oldestMillis).toBeGreaterThan(PULSE);
  // This loop turns.
  expect(diagnosis.caller.sinceTurn).toBeLessThan(diagnosis.thread.sinceTurn!);
  hold.release();
  Atomics.store(gate, 1, 1);
  Atomics.notify(gate, 1);
  await Promise.all([stuck, heldBack, ...waiting]);
  await eventually(() => caller.diagnose()[0].thread.sinceTurn! < 2 * PULSE);
});

test('a loop that is blocked is told of when it is back', async () => {
  const { caller, call } = openCaller({ threaded: false });
  await call({ echo: 'x' });
  const until = performance.now() + 3 * PULSE;
  while (performance.now() < until);
  expect(caller.diagnose()[0].caller.sinceTurn).toBeGreaterThan(2 * PULSE);
  await eventually(() => caller.diagnose()[0].caller.sinceTurn! < 2 * PULSE);
});
