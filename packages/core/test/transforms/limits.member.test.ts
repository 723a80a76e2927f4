import { CancellationError, OperationTimeoutError, type CallOptions, type Client, type IMap } from 'offloop';
import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, freshMap } from '../client/support/client-bench.js';
import { workFor } from '../client/support/work-for.js';
import { fn } from './support/functions.js';
import { figuresOf } from '../client/support/figures.js';

const member = await embeddedMember();

let client: Client;
let map: IMap<string, unknown>;
beforeEach(async () => {
  ({ client } = await connect(member.address, { runtime: { transforms: { threads: 1, maxQueue: 2 } } }));
  map = await freshMap(client);
  await map.setAll([
    ['spin', 'spin'],
    ['fine', 'fine'],
  ]);
});

const spin = fn('spin');

/** A call whose function runs until somebody ends it. */
async function spinning(options: CallOptions): Promise<{ readonly call: Promise<unknown> }> {
  const call = map.getTransformed('spin', spin.with(options));
  call.catch(() => undefined);
  await eventually(() => client.stats().transforms.running === 1);
  // In an object: an async function would wait for it.
  return { call };
}

describe('a limit of time', () => {
  test('stops a function that never ends, and the thread serves others again', async () => {
    await expect(map.getTransformed('spin', spin.with({ timeout: 300 }))).rejects.toBeInstanceOf(
      OperationTimeoutError,
    );
    expect(await map.getTransformed('fine', spin)).toBe('fine');
    expect(client.stats().transforms).toMatchObject({ pending: 0, running: 0, threadsLost: 0 });
  });

  test('counts for calls that only wait for a thread', async () => {
    const abort = new AbortController();
    const { call } = await spinning({ signal: abort.signal });
    await expect(map.getTransformed('fine', spin.with({ timeout: 50 }))).rejects.toMatchObject({
      code: 'ERR_OFFLOOP_OPERATION_TIMEOUT',
      message: 'no answer within 50 ms',
    });
    expect(client.stats().transforms).toMatchObject({ running: 1, waiting: 0 });
    abort.abort();
    expect(await codeOf(call)).toBe('ERR_OFFLOOP_CANCELLATION');
  });

  test('stops getAllTransformed, whose other keys may be done', async () => {
    const call = map.getAllTransformed(['fine', 'spin'], spin.with({ timeout: 300 }));
    expect(await codeOf(call)).toBe('ERR_OFFLOOP_OPERATION_TIMEOUT');
    expect(await map.getAllTransformed(['fine'], spin)).toEqual([['fine', 'fine']]);
  });

  test('that is not met changes nothing', async () => {
    const { signal } = new AbortController();
    expect(await map.getTransformed('fine', spin.with({ timeout: 20_000, signal }))).toBe('fine');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a signal', () => {
  test('that is aborted already rejects at once, with the reason as the cause', async () => {
    const signal = AbortSignal.abort('why');
    const error: unknown = await map
      .getTransformed('fine', spin.with({ signal }))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CancellationError);
    expect((error as Error).cause).toBe('why');
    expect(client.stats().transforms).toMatchObject({ threads: 0, pending: 0 });
  });

  test('stops what runs, and drops what waits', async () => {
    const abort = new AbortController();
    const { call } = await spinning({ signal: abort.signal });
    const behind = map.getTransformed('fine', spin.with({ signal: abort.signal }));
    const afterwards = map.getTransformed('fine', spin);
    await eventually(() => client.stats().transforms.waiting === 2);
    abort.abort(new Error('enough'));
    expect(await Promise.all([codeOf(call), codeOf(behind)])).toEqual([
      'ERR_OFFLOOP_CANCELLATION',
      'ERR_OFFLOOP_CANCELLATION',
    ]);
    expect(await afterwards).toBe('fine');
  });

  test('or timeout that is none is refused where it is given', () => {
    expect(() => spin.with({ timeout: 0 })).toThrow(/timeout must be a whole number .* got 0/);
    expect(() => spin.with({ timeout: NaN })).toThrow(/timeout/);
    expect(() => spin.with({ signal: {} as AbortSignal })).toThrow(/signal must be an AbortSignal/);
  });
});

test('past the queue calls are rejected before anything is sent, and admitted again later', async () => {
  const abort = new AbortController();
  const { call } = await spinning({ signal: abort.signal });
  const waiting = [map.getTransformed('fine', spin), map.getAllTransformed(['fine'], spin)];
  const sent = figuresOf(client).operations;
  for (const refused of [map.getTransformed('fine', spin), map.getAllTransformed(['fine'], spin)]) {
    await expect(refused).rejects.toMatchObject({
      code: 'ERR_OFFLOOP_BACKPRESSURE',
      details: { limit: 'runtime.transforms.threads + maxQueue', allowed: 3, wanted: 4 },
    });
  }
  expect(figuresOf(client).operations).toBe(sent);
  abort.abort();
  await call.catch(() => undefined);
  expect(await Promise.all(waiting)).toEqual(['fine', [['fine', 'fine']]]);
  expect(await map.getTransformed('fine', spin)).toBe('fine');
});

test('shutdown rejects what runs and what waits, and ends the threads', async () => {
  const { call } = await spinning({});
  const waiting = [map.getTransformed('fine', spin), map.getAllTransformed(['fine'], spin)];
  await eventually(() => client.stats().transforms.waiting === 2);
  const codes = Promise.all([call, ...waiting].map(codeOf));
  await client.shutdown();
  expect(await codes).toEqual(Array.from({ length: 3 }, () => 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE'));
  expect(client.stats().transforms).toMatchObject({ threads: 0, running: 0, waiting: 0 });
  expect(await codeOf(map.getTransformed('fine', spin))).toBe('ERR_OFFLOOP_CLIENT_NOT_ACTIVE');
});

test('results that set off work leave the loop turning, however soon the next are there', async () => {
  const { client: other } = await connect(member.address, {
    runtime: { transforms: { threads: 1, maxQueue: 100 } },
  });
  const texts = await freshMap<string, string>(other);
  await texts.set('k', 'text');
  const end = new AbortController();
  let results = 0;
  const flows = Array.from({ length: 32 }, async () => {
    while (!end.signal.aborted) {
      await texts.getTransformed('k', fn('lengthOf'));
      workFor(3);
      results++;
    }
  });
  await eventually(() => results > 64);
  let most = 0;
  for (let turn = 0; turn < 40; turn++) {
    const before = results;
    await new Promise((resolve) => setTimeout(resolve, 1));
    most = Math.max(most, results - before);
  }
  end.abort();
  await Promise.all(flows);
  expect(most).toBeLessThan(20);
});
