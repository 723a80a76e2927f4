import { describe, expect, test } from 'vitest';

import { PartsRequest } from '../../src/protocol/parts-request.js';
import { REPEATABLE_FLAG } from '../../src/ring/records.js';
import type { Reject, Resolve } from '../../src/shared/settlers.js';
import { eventually, killYoungest, openCaller, PLACES, useCallers } from './support/caller-bench.js';

useCallers();

const REPEATABLE = { flags: REPEATABLE_FLAG };

describe.each(PLACES)('an agent $where', ({ threaded }) => {
  test('is not there before the start and after the end', async () => {
    const { caller, codeOf, ends } = openCaller({ threaded, started: false });
    expect(await codeOf({ echo: 'x' })).toBe('CLOSED');
    expect(caller.stats()).toEqual([]);
    caller.start();
    expect(await codeOf({ echo: 'x' })).toBe('resolved');
    const held = [codeOf({ hold: true }), codeOf({ hold: true }, { limits: { timeout: 60_000 } })];
    const stopped = caller.stop(10_000);
    expect(caller.isStopped).toBe(true);
    expect(await codeOf({ echo: 'x' })).toBe('CLOSED');
    await stopped;
    expect(await Promise.all(held)).toEqual(['CLOSED', 'CLOSED']);
    expect(await codeOf({ echo: 'x' })).toBe('CLOSED');
    expect(caller.stats()).toEqual([]);
    expect(ends).toEqual([undefined]);
    caller.sendControl({ note: 'nobody hears this' });
    await caller.stop(10_000);
  });

  test('that leaves by itself is followed by another, with settings of its own', async () => {
    let started = 0;
    const bench = openCaller({
      threaded,
      settings: () => ({ setting: ++started, gate: new Int32Array(2), refuses: false }),
    });
    const { call, codeOf, caller, restarts } = bench;
    expect(await call({ setting: 1 })).toBe('1');
    const held = codeOf({ hold: true });
    expect(await codeOf({ leave: true })).toBe('THREAD_DIED');
    expect(await held).toBe('THREAD_DIED');
    expect(await call({ setting: 1 })).toBe('2');
    expect(restarts).toHaveLength(1);
    expect(caller.epoch(0)).toBe(1);
    expect(caller.stats()[0]).toMatchObject({ epoch: 1, inFlight: 0, operations: 4 });
  });

  test('that leaves is followed by another for a call that is made by who hears of it', async () => {
    const { caller } = openCaller({ threaded });
    const send = (script: object, resolve: Resolve, reject: Reject): void => {
      const request = new PartsRequest([JSON.stringify(script)]);
      caller.send(0, { operation: { flags: 0 }, request, resolve, reject });
    };
    const answer = new Promise((resolve, reject) =>
      send({ leave: true }, reject, () => send({ echo: 'x' }, resolve, reject)),
    );
    expect(await answer).toBe('x');
  });

  test('has its rings and calls for itself when there are two', async () => {
    const { caller, call, codeOf } = openCaller({ threaded, shards: 2, maxPendingCalls: 3 });
    expect(await call({ setting: 1 }, { shard: 0 })).toBe('0');
    expect(await call({ setting: 1 }, { shard: 1 })).toBe('1');
    caller.sendControl({ note: 'for both' });
    expect(await call({ seen: true }, { shard: 0 })).toBe('["for both"]');
    expect(await call({ seen: true }, { shard: 1 })).toBe('["for both"]');
    const held = [call({ hold: true }, { shard: 0 }), call({ hold: true }, { shard: 1 })];
    expect(caller.stats().map(({ inFlight }) => inFlight)).toEqual([1, 1]);
    // The limits are for all of them.
    expect(await codeOf({ echo: 'x' }, { shard: 1 })).toBe('resolved');
    held.push(call({ hold: true }, { shard: 1 }));
    expect(await codeOf({ echo: 'x' }, { shard: 0 })).toBe('BACKPRESSURE');
    caller.sendControl({ release: true });
    await Promise.all(held);
    // One that leaves takes nothing with it that is the other's.
    const other = call({ hold: true }, { shard: 1 });
    expect(await codeOf({ leave: true }, { shard: 0 })).toBe('THREAD_DIED');
    expect([caller.epoch(0), caller.epoch(1)]).toEqual([1, 0]);
    caller.sendControl({ release: true });
    expect(await other).toBe('released');
  });
});

describe('a thread that dies', () => {
  test('leaves the repeatable calls of its ring to the next one, in their order; others reject', async () => {
    const bench = openCaller({ threaded: true });
    const { call, codeOf, caller, restarts } = bench;
    const block = bench.codeOf({ block: true });
    await bench.blocked();
    const repeatable = Array.from({ length: 100 }, (_, id) => call({ echo: `${id}`, id }, REPEATABLE));
    const others = Array.from({ length: 100 }, () => codeOf({ echo: 'x' }));
    // Published at the end of this tick.
    await eventually(() => true);
    await killYoungest();
    expect(await block).toBe('THREAD_DIED');
    expect(await Promise.all(repeatable)).toEqual(Array.from({ length: 100 }, (_, id) => `${id}`));
    expect(new Set(await Promise.all(others))).toEqual(new Set(['THREAD_DIED']));
    const seen = JSON.parse(String(await call({ seen: true }))) as number[];
    expect(seen).toEqual(Array.from({ length: 100 }, (_, id) => id));
    expect(restarts).toHaveLength(1);
    expect(caller.stats()[0]).toMatchObject({ epoch: 1, inFlight: 0, inFlightBytes: 0, queued: 0 });
  });

  test('leaves what it cannot have seen to the next one, repeatable or not', async () => {
    const bench = openCaller({ threaded: true, requestRingBytes: 1024 });
    const { call, codeOf, caller } = bench;
    const block = codeOf({ block: true });
    await bench.blocked();
    const calls = Array.from({ length: 200 }, (_, id) => codeOf({ echo: '', id }));
    await eventually(() => true);
    await killYoungest();
    expect(await block).toBe('THREAD_DIED');
    const codes = await Promise.all(calls);
    const inTheRing = codes.lastIndexOf('THREAD_DIED') + 1;
    expect(inTheRing).toBeGreaterThan(0);
    expect(inTheRing).toBeLessThan(30);
    expect(codes.slice(inTheRing)).toEqual(Array(200 - inTheRing).fill('resolved'));
    const seen = JSON.parse(String(await call({ seen: true }))) as number[];
    expect(seen).toEqual(Array.from({ length: 200 - inTheRing }, (_, i) => inTheRing + i));
    expect(caller.stats()[0]).toMatchObject({ epoch: 1, inFlight: 0, inFlightBytes: 0, queued: 0 });
  });

  test('by an error of its agent says which', async () => {
    const { call, codeOf, restarts, ends } = openCaller({ threaded: true });
    const died = call({ die: 'of old age' });
    await expect(died).rejects.toMatchObject({ code: 'THREAD_DIED' });
    await expect(died).rejects.toThrow('of old age');
    expect(await codeOf({ echo: 'x' })).toBe('resolved');
    expect(restarts.map(({ message }) => message)).toEqual(['of old age']);
    expect(ends).toEqual([]);
  });

  test('more than five times a minute is not followed by another', async () => {
    const { caller, call, codeOf, restarts, ends } = openCaller({ threaded: true });
    for (let death = 0; death < 5; death++) {
      await call({ echo: 'x' });
      await killYoungest();
    }
    await call({ echo: 'x' });
    const held = codeOf({ hold: true });
    await killYoungest();
    expect(await held).toBe('THREAD_DIED');
    expect(restarts).toHaveLength(5);
    expect(ends).toHaveLength(1);
    expect(ends[0]?.message).toMatch(/exit code/);
    expect(caller.isStopped).toBe(true);
    expect(caller.state).toBe('failed');
    const why = { code: 'FAILED', cause: ends[0], message: expect.stringMatching(/exit code/) };
    await expect(call({ echo: 'x' })).rejects.toMatchObject(why);
    expect(() => caller.start()).toThrow(expect.objectContaining(why));
    await caller.stop(0);
    expect(caller.state).toBe('failed');
  });

  test('before its agent is made, again and again, ends the caller, other shards included', async () => {
    const { caller, codeOf, ends } = openCaller({ threaded: true, shards: 2, refusing: [0] });
    const calls = [codeOf({ echo: 'x' }, { shard: 0 }), codeOf({ hold: true }, { shard: 1 })];
    await expect(caller.ready).rejects.toMatchObject({ code: 'FAILED' });
    expect(await Promise.all(calls)).toEqual(['THREAD_DIED', 'FAILED']);
    await eventually(() => ends.length > 0);
    expect(ends[0]?.message).toBe('this agent cannot be made');
    expect(caller.isStopped).toBe(true);
    expect(caller.stats()).toEqual([]);
  });

  test('for good leaves no call open that is made by who hears of it', async () => {
    const { caller } = openCaller({ threaded: true, refusing: [0] });
    const refusal = new Promise((resolve, reject) => {
      const again = (): void => {
        const request = new PartsRequest(['{}']);
        try {
          caller.send(0, { operation: { flags: 0 }, request, resolve: reject, reject: again });
        } catch (error) {
          resolve(error);
        }
      };
      again();
    });
    expect(await refusal).toMatchObject({ code: 'CLOSED' });
  });

  test('while it is to end does not keep the caller from ending', async () => {
    const bench = openCaller({ threaded: true });
    const block = bench.codeOf({ block: true });
    await bench.blocked();
    const stopped = bench.caller.stop(60_000);
    await killYoungest();
    await stopped;
    expect(await block).toBe('CLOSED');
  });

  test('at the end, since it does not end by itself, takes its calls with it', async () => {
    const bench = openCaller({ threaded: true });
    const block = bench.codeOf({ block: true });
    await bench.blocked();
    await bench.caller.stop(20);
    expect(await block).toBe('CLOSED');
    expect(bench.ends).toHaveLength(1);
  });
});
