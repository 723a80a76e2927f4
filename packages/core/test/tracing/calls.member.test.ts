import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { ErrorCode } from '@offloop/wire';
import type { CallMessage, Client, DrainMessage, RetryMessage } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { listen } from '../client/support/channels.js';
import { connectMap, codeOf, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const member = await embeddedMember();

const calls = tracingChannel<unknown, CallMessage>('offloop:call');
const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
type Event = (typeof EVENTS)[number];

/** What the channels say: each event with a copy of the message at that time. */
function traced(events: readonly Event[] = EVENTS): { readonly event: Event; readonly call: CallMessage }[] {
  const seen: { event: Event; call: CallMessage }[] = [];
  for (const event of events) {
    listen(`tracing:offloop:call:${event}`, (call: CallMessage) => seen.push({ event, call: { ...call } }));
  }
  return seen;
}

const uuidOf = (client: Client): string => client.getCluster().getMembers()[0].uuid.toString();

test.each([TESTED_WORKERS, 0])(
  'a call is told of from its start to its end (workers: %s)',
  async (workers) => {
    const { client, map } = await connectMap<string, string>(member.address, { runtime: { workers } });
    await map.set('k', 'välue');
    const seen = traced();
    await map.get('k');
    expect(seen.map(({ event }) => event)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
    const start = {
      client: client.getName(),
      structure: 'map',
      name: map.getName(),
      operation: 'get',
      partition: undefined,
      requests: 0,
      requestBytes: 0,
      responseBytes: 0,
      member: undefined,
      address: undefined,
      retries: 0,
    };
    expect(seen[0]?.call).toEqual(start);
    const partition = client.getPartitionService().getPartitionId('k');
    const end = { ...start, partition, requests: 1, requestBytes: expect.any(Number) };
    expect(seen[1]?.call).toEqual(end);
    const { requestBytes, responseBytes } = seen[3].call;
    expect(seen[3]?.call).toEqual({
      ...end,
      requestBytes,
      responseBytes,
      member: uuidOf(client),
      address: member.address,
      result: 'välue',
    });
    // The frames hold at least the name and the key, and the value.
    expect(requestBytes).toBeGreaterThan(map.getName().length);
    expect(responseBytes).toBeGreaterThan(Buffer.byteLength('välue'));
  },
);

test('one channel is enough: who counts calls that ended need not listen to anything else', async () => {
  const { client, map } = await connectMap(member.address);
  const seen = traced(['asyncEnd']);
  await map.size();
  expect(seen).toMatchObject([{ event: 'asyncEnd', call: { operation: 'size', member: uuidOf(client) } }]);
});

test('bytes are those of the messages, also of strings whose length is not known before they are written', async () => {
  const { map } = await connectMap<string, string>(member.address);
  const seen = traced(['asyncEnd']);
  await map.set('k', '');
  await map.set('k', 'äöü');
  await map.get('k');
  await map.set('k', '');
  await map.get('k');
  const bytes = seen.map(({ call }) => [call.requestBytes, call.responseBytes] as const);
  expect(bytes[1][0] - bytes[0][0]).toBe(6);
  expect(bytes[2][1] - bytes[4][1]).toBe(6);
});

test('a call that fails is told of with its error, when it is refused, too', async () => {
  const { client, map } = await connectMap(member.address);
  member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
  const seen = traced();
  expect(await codeOf(map.get('k', { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
  expect(seen.map(({ event }) => event)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
  expect(seen[2]?.call.error).toMatchObject({ code: Code.OPERATION_TIMEOUT });
  await client.shutdown();
  seen.length = 0;
  expect(await codeOf(map.get('k'))).toBe(Code.CLIENT_NOT_ACTIVE);
  expect(seen.map(({ event }) => event)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
  expect(seen[2]?.call).toMatchObject({ requests: 0, error: { code: Code.CLIENT_NOT_ACTIVE } });
});

test('a call of many objects is one call of several requests, however it was sent', async () => {
  const { client, map } = await connectMap<number, number>(member.address);
  const seen = traced(['asyncEnd']);
  const pairs = Array.from({ length: 20_000 }, (_, i): [number, number] => [i, i]);
  await map.putAll(pairs.slice(0, 100));
  // Takes several turns of the loop.
  await map.putAll(pairs);
  const partitions = new Set(
    pairs.slice(0, 100).map(([key]) => client.getPartitionService().getPartitionId(key)),
  );
  expect(seen.map(({ call }) => call)).toMatchObject([
    { operation: 'putAll', requests: partitions.size, partition: undefined, member: uuidOf(client) },
    { operation: 'putAll', requests: 271, partition: undefined },
  ]);
  const [few, many] = seen.map(({ call }) => call);
  expect(many.requestBytes).toBeGreaterThan(few.requestBytes);
  expect(few.responseBytes).toBeGreaterThan(partitions.size);
});

test('a retry names the call and the reason, and is counted', async () => {
  const { map } = await connectMap(member.address);
  const retries: RetryMessage[] = [];
  listen('offloop:call:retry', (message: RetryMessage) => retries.push(message));
  member.faults.add({
    message: 'map.get',
    times: 2,
    action: { kind: 'error', code: ErrorCode.RETRYABLE_HAZELCAST, className: 'test.E', message: 'again' },
  });
  await map.get('k');
  expect(retries).toMatchObject([
    { attempt: 1, reason: 'test.E: again', call: { operation: 'get', name: map.getName(), retries: 2 } },
    { attempt: 2, call: { retries: 2 } },
  ]);
  expect(retries[0]?.call).toBe(retries[1]?.call);
});

test('with no subscriber the worker sends completions and nothing else', async () => {
  const { client, map } = await connectMap(member.address);
  await map.set('k', 'v');
  let records = 0;
  let slices = 0;
  listen('offloop:ring:drain', (message: DrainMessage) => {
    expect(message.shard).toMatch(new RegExp(`^offloop:${client.getName()}(#[1-9])?$`));
    expect(message.millis).toBeGreaterThanOrEqual(0);
    records += message.records;
    slices++;
  });
  for (let i = 0; i < 100; i++) {
    // One after the other: what is counted is complete when the last has its answer.
    await map.get('k');
  }
  expect(slices).toBeGreaterThan(0);
  // The slice of the last answer is told of before its promise's continuation has run.
  expect(records).toBe(100);
  const seen = traced(['asyncEnd']);
  await map.get('k');
  expect(records).toBe(102);
  expect(seen).toHaveLength(1);
});

test('the subscribers of a call are in the context it was made in, and may bind one for it', async () => {
  const { map } = await connectMap<string, { toJSON(): unknown } | string>(member.address);
  const request = new AsyncLocalStorage<string>();
  const bound = new AsyncLocalStorage<CallMessage>();
  const contexts: string[] = [];
  for (const event of EVENTS) {
    listen(`tracing:offloop:call:${event}`, () => contexts.push(`${event} in ${request.getStore()}`));
  }
  calls.start.bindStore(bound, (call) => call);
  onTestFinished(() => void calls.start.unbindStore(bound));
  let inSerializer: string | undefined;
  const value = {
    toJSON: () => {
      inSerializer = bound.getStore()?.operation;
      return {};
    },
  };
  await request.run('request 1', () => map.set('k', value));
  expect(inSerializer).toBe('set');
  expect(contexts).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'].map((each) => `${each} in request 1`));
});
