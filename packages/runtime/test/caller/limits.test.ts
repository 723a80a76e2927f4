import { describe, expect, test } from 'vitest';

import { FloorError } from '../../src/protocol/errors.js';
import { Hold } from '../../src/shard/hold.js';
import { eventually, openCaller, PLACES, useCallers } from './support/caller-bench.js';

useCallers();

const SCRIPT = { echo: 'held' };

describe.each(PLACES)('with an agent $where', ({ threaded }) => {
  test('calls over the limit are refused, and made again when others have ended', async () => {
    const { caller, call, codeOf } = openCaller({ threaded, maxPendingCalls: 3 });
    const held = [1, 2, 3].map(() => call({ hold: true }));
    const refused = call({ echo: 'x' });
    await expect(refused).rejects.toBeInstanceOf(FloorError);
    await expect(refused).rejects.toMatchObject({
      code: 'BACKPRESSURE',
      details: { limit: 'maxPendingCalls', allowed: 3, wanted: 4 },
    });
    expect(() => caller.checkRoom(1, 0)).toThrow(FloorError);
    caller.sendControl({ release: true });
    await Promise.all(held);
    caller.checkRoom(3, 0);
    expect(await codeOf({ echo: 'x' })).toBe('resolved');
  });

  test('bytes over the limit are refused, those that wait for room in the ring among them', async () => {
    const { caller, call } = openCaller({ threaded, requestRingBytes: 1024, maxPendingBytes: 20_000 });
    const calls = Array.from({ length: 19 }, () => call({ echo: 'x'.repeat(1000) }));
    await expect(call({ echo: 'x'.repeat(1000) })).rejects.toMatchObject({
      code: 'BACKPRESSURE',
      details: { limit: 'maxPendingBytes', allowed: 20_000 },
    });
    await Promise.all(calls);
    expect(await call({ echo: 'y' })).toBe('y');
    expect(caller.stats()[0].inFlightBytes).toBe(0);
  });

  test('a call is given up when its time is over, and the agent hears of it', async () => {
    const { caller, codeOf } = openCaller({ threaded });
    expect(await codeOf({ hold: true }, { limits: { timeout: 20 } })).toBe('TIMED_OUT');
    // Its slot is taken until the agent lets go.
    await eventually(() => caller.stats()[0].inFlight === 0);
    expect(caller.stats()[0].counter(1)).toBe(1);
    expect(await codeOf({ echo: 'x' }, { limits: { timeout: 60_000 } })).toBe('resolved');
  });

  test('a call that is held back and given up is let go at once, and not sent later', async () => {
    const { caller, codeOf, held } = openCaller({ threaded, maxPendingCalls: 2 });
    const first = new Hold(undefined);
    const hold = new Hold(first);
    const givenUp = held(SCRIPT, hold, { timeout: 5 });
    const controller = new AbortController();
    const moved = held(SCRIPT, hold, { signal: controller.signal });
    await expect(givenUp).rejects.toMatchObject({ code: 'TIMED_OUT' });
    expect(caller.stats()[0]).toMatchObject({
      inFlight: 1,
      inFlightBytes: JSON.stringify(SCRIPT).length,
      queued: 1,
    });
    hold.release();
    controller.abort();
    await expect(moved).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(caller.stats()[0]).toMatchObject({ inFlight: 0, inFlightBytes: 0, queued: 0 });
    // Another call has the slot by now.
    const next = [codeOf({ echo: 'x' }), codeOf({ echo: 'y' })];
    first.release();
    expect(await Promise.all(next)).toEqual(['resolved', 'resolved']);
    expect(caller.stats()[0].counter(0)).toBe(2);
  });

  test('a call is given up when its signal is aborted, and refused when it was before', async () => {
    const { caller, call, codeOf } = openCaller({ threaded });
    const controller = new AbortController();
    const calls = Array.from({ length: 20 }, () =>
      codeOf({ hold: true }, { limits: { signal: controller.signal } }),
    );
    const other = call({ hold: true });
    await eventually(() => caller.stats()[0].counter(0) === 21);
    const reason = new Error('enough');
    controller.abort(reason);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['CANCELLED']));
    const late = call({ echo: 'x' }, { limits: { signal: controller.signal } });
    await expect(late).rejects.toMatchObject({ code: 'CANCELLED', cause: reason });
    caller.sendControl({ release: true });
    expect(await other).toBe('released');
    expect(caller.stats()[0]).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
    expect(caller.stats()[0].counter(0)).toBe(21);
  });

  test('a call that is given up while it waits for room in the ring is never begun', async () => {
    const { caller, call, codeOf } = openCaller({ threaded, requestRingBytes: 1024 });
    await call({ echo: '' });
    const controller = new AbortController();
    const first = Array.from({ length: 50 }, () => call({ echo: 'x' }));
    const last = codeOf({ echo: 'x' }, { limits: { signal: controller.signal } });
    controller.abort();
    expect(await last).toBe('CANCELLED');
    await Promise.all(first);
    expect(await call({ echo: 'y' })).toBe('y');
    expect(caller.stats()[0].counter(0)).toBe(52);
  });
});

test('a call whose result is here is not given up, though a blocked loop reaches its timer first', async () => {
  const { call } = openCaller({ threaded: true });
  await call({ echo: '' });
  const slow = call({ echo: 'x' }, { limits: { timeout: 30 } });
  // Runs when the call was published, and holds the loop for much longer than it may take.
  process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));
  expect(await slow).toBe('x');
});
