import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { CallerState } from '../../src/caller/caller-life.js';
import { eventually, killYoungest, openCaller, PLACES, useCallers } from './support/caller-bench.js';

useCallers();

describe.each(PLACES)('with an agent $where', ({ threaded }) => {
  test('a caller that closes waits for the calls in flight, and takes no new ones', async () => {
    const { caller, call, codeOf, ends } = openCaller({ threaded });
    const held = Array.from({ length: 1000 }, () => call({ hold: true }));
    await call({ echo: 'x' });
    const closed = caller.close({ drain: Infinity });
    expect(caller.state).toBe(CallerState.CLOSING);
    expect(await codeOf({ echo: 'x' })).toBe('CLOSED');
    expect(() => caller.start()).toThrow(expect.objectContaining({ code: 'CLOSED' }));
    caller.sendControl({ release: true });
    expect(new Set(await Promise.all(held))).toEqual(new Set(['released']));
    await closed;
    expect(caller.state).toBe(CallerState.STOPPED);
    expect(ends).toEqual([undefined]);
  });

  test('calls that do not settle in time reject', async () => {
    const { caller, codeOf } = openCaller({ threaded });
    const held = codeOf({ hold: true });
    await caller.close({ drain: 20 });
    expect(await held).toBe('CLOSED');
  });

  test('a caller that closes without a drain stops at once', async () => {
    const { caller, codeOf } = openCaller({ threaded });
    const held = codeOf({ hold: true });
    await caller.close();
    expect(await held).toBe('CLOSED');
  });

  test('a caller is ready when its agents have started', async () => {
    const { caller, call } = openCaller({ threaded, shards: 2, started: false });
    let isReady = false;
    void caller.ready.then(() => (isReady = true));
    caller.start();
    expect(isReady).toBe(false);
    await caller.ready;
    expect(await call({ echo: 'x' }, { shard: 1 })).toBe('x');
  });

  test('a caller that ends before is never ready', async () => {
    const { caller } = openCaller({ threaded, started: false });
    await caller.stop(1000);
    await expect(caller.ready).rejects.toMatchObject({ code: 'CLOSED' });
  });

  test.each([1, 500])('asked %i times at once, ready, close and stop settle', async (count) => {
    const { caller, codeOf } = openCaller({ threaded, started: false });
    const many = (ask: () => Promise<void>): Promise<void[]> =>
      Promise.all(Array.from({ length: count }, () => ask()));
    const ready = many(() => caller.ready);
    caller.start();
    await ready;
    const held = codeOf({ hold: true });
    const closed = many(() => caller.close({ drain: Infinity }));
    await new Promise(setImmediate);
    expect(caller.state).toBe(CallerState.CLOSING);
    await many(() => caller.stop(5000));
    await closed;
    expect(await held).toBe('CLOSED');
    await Promise.all([many(() => caller.close()), many(() => caller.stop(5000)), many(() => caller.ready)]);
  });

  test.each([
    ['drain', { drain: -1 }],
    ['drain', { drain: NaN }],
    ['grace', { grace: Infinity }],
  ])('a %s that is not one is refused: %o', async (field, options) => {
    const { caller, call } = openCaller({ threaded });
    const refusal = { code: 'ILLEGAL_ARGUMENT', details: { field } };
    await expect(caller.close(options)).rejects.toMatchObject(refusal);
    expect(await call({ echo: 'x' })).toBe('x');
  });
});

test.each([-1, NaN, Infinity, 2 ** 31])('a time to stop of %s is refused', async (graceMillis) => {
  const { caller, call } = openCaller({ threaded: false });
  const refusal = { code: 'ILLEGAL_ARGUMENT', details: { field: 'graceMillis' } };
  await expect(caller.stop(graceMillis)).rejects.toMatchObject(refusal);
  expect(await call({ echo: 'x' })).toBe('x');
});

test('while a caller closes, a thread that dies is replaced', async () => {
  const { caller, codeOf, blocked, restarts } = openCaller({ threaded: true, requestRingBytes: 1024 });
  const block = codeOf({ block: true });
  await blocked();
  const calls = Array.from({ length: 200 }, () => codeOf({ echo: '' }));
  await eventually(() => true);
  const closed = caller.close({ drain: Infinity });
  await killYoungest();
  expect(await block).toBe('THREAD_DIED');
  await closed;
  expect(restarts).toHaveLength(1);
  expect((await Promise.all(calls)).at(-1)).toBe('resolved');
});

test('an agent in a thread lets the process end when it is told to', async () => {
  const program = fileURLToPath(new URL('support/unref.mjs', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toBe('x\n');
  expect(stderr).toBe('');
});
