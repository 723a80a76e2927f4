import { describe, expect, test } from 'vitest';

import { Caller } from '../../src/caller/caller.js';
import type { CallerOptions } from '../../src/caller/caller-options.js';
import { callerDefaults } from '../../src/caller/caller-defaults.js';
import { commonProtocol } from '../../src/protocol/common-protocol.js';
import { PartsRequest } from '../../src/protocol/parts-request.js';
import { openCaller, useCallers } from './support/caller-bench.js';

useCallers();

const good: CallerOptions<object> = {
  ...callerDefaults(true),
  entry: new URL('file:///agent.mjs'),
  settings: () => ({}),
};

describe('a caller is not made', () => {
  test.each([
    ['shards', { shards: 0 }, 'from 1 to 1024'],
    ['shards', { shards: 1.5 }, 'a whole number'],
    ['shards', { shards: NaN }, 'a whole number'],
    ['entry', { entry: './agent.mjs' }, 'a URL'],
    ['entry', { entry: { source: 1 } }, 'a string `source`'],
    ['create', { entry: undefined }, 'a function where there is no `entry`'],
    ['settings', { settings: {} }, 'a function'],
    ['name', { name: undefined }, 'a string'],
    ['maxPendingCalls', { maxPendingCalls: 0 }, 'from 1'],
    ['maxPendingBytes', { maxPendingBytes: '1' }, 'from 1'],
    ['requestRingBytes', { requestRingBytes: 1000 }, 'a power of two from 1024 to 1073741824'],
    ['completionRingBytes', { completionRingBytes: 512 }, 'a power of two'],
    ['callerLingerMicros', { callerLingerMicros: -1 }, 'at least 0'],
    ['thread', { thread: undefined }, 'an object'],
    ['thread.lingerMicros', { thread: { ...good.thread, lingerMicros: NaN } }, 'at least 0'],
    [
      'thread.callerStallTimeoutMillis',
      { thread: { ...good.thread, callerStallTimeoutMillis: 0 } },
      'at least 1',
    ],
    ['thread.maxSpilledBytes', { thread: { ...good.thread, maxSpilledBytes: -1 } }, 'at least 0'],
  ])('with such %s: %o', (field, wrong, rule) => {
    // What a caller in JavaScript may give.
    const options = { ...good, ...wrong } as unknown as CallerOptions<object>;
    const refusal = { code: 'ILLEGAL_ARGUMENT', details: { field }, message: expect.stringContaining(rule) };
    expect(() => new Caller(options, commonProtocol)).toThrow(expect.objectContaining(refusal));
  });

  test('and none of these is refused', () => {
    const stall = { ...good.thread, callerStallTimeoutMillis: Infinity };
    for (const right of [{ thread: stall }, { entry: { source: '' } }, { maxPendingCalls: Infinity }]) {
      expect(new Caller({ ...good, ...right }, commonProtocol).state).toBe('new');
    }
  });
});

describe('a call is refused', () => {
  test.each([-1, 1, 0.5, NaN])('for shard %s of one', async (shard) => {
    const { call, caller } = openCaller({ threaded: false });
    const refusal = { code: 'ILLEGAL_ARGUMENT', details: { field: 'shard' } };
    await expect(call({ echo: 'x' }, { shard })).rejects.toMatchObject(refusal);
    expect(() => caller.epoch(shard)).toThrow(expect.objectContaining(refusal));
  });

  test.each([0, -1, NaN, 2 ** 31, -Infinity, '5'])('with a timeout of %s', async (timeout) => {
    const { call, caller } = openCaller({ threaded: false });
    await expect(call({ hold: true }, { limits: { timeout: timeout as number } })).rejects.toMatchObject({
      code: 'ILLEGAL_ARGUMENT',
      details: { field: 'timeout' },
      message: expect.stringContaining('up to 2147483647, or Infinity for none'),
    });
    expect(caller.inFlight).toBe(0);
  });

  test.each([null, {}, 'signal'])('with the signal %o', async (signal) => {
    const { call } = openCaller({ threaded: false });
    const limits = { signal: signal as AbortSignal };
    await expect(call({ echo: 'x' }, { limits })).rejects.toMatchObject({
      code: 'ILLEGAL_ARGUMENT',
      details: { field: 'signal' },
    });
  });

  test.each([NaN, -1, undefined])('whose request has the maxBytes %s', async (maxBytes) => {
    const { caller, call } = openCaller({ threaded: false });
    const request = { maxBytes: maxBytes as number, target: 0, write: (_to: unknown, at: number) => at };
    await expect(caller.call(0, { flags: 0 }, request)).rejects.toMatchObject({
      code: 'ILLEGAL_ARGUMENT',
      details: { field: 'request.maxBytes' },
    });
    expect(await call({ echo: 'x' })).toBe('x');
  });
});

describe('a timeout', () => {
  test.each([Infinity, undefined])('of %s is none, also for the agent', async (timeout) => {
    const { call } = openCaller({ threaded: false });
    await expect(call({ call: true }, { limits: { timeout } })).rejects.toThrow('0 0 0');
  });

  test('that is not whole is rounded up for the agent', async () => {
    const { call } = openCaller({ threaded: false });
    await expect(call({ call: true }, { limits: { timeout: 59_999.5 } })).rejects.toThrow('0 0 60000');
  });
});

test.each<unknown>([1, undefined, new Uint8Array(1), ['x']])('a request has no part %o', (part) => {
  expect(() => new PartsRequest(['x', part as string])).toThrow(
    expect.objectContaining({ code: 'ILLEGAL_ARGUMENT', details: { field: 'parts' } }),
  );
});
