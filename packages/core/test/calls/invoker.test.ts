import { writable } from '@offloop/runtime/bytes';
import { decodeRequest, messagePartitionId, messages, type MessageSpec } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import Long from 'long';
import { beforeEach, describe, expect, test } from 'vitest';

import type { CallOptions } from '../../src/calls/call-options.js';
import { Invoker } from '../../src/calls/invoker.js';
import { decodedOperation, inParts, operation, Operation } from '../../src/calls/operation.js';
import type { Fields } from '../../src/calls/requests/arguments.js';
import { ObjectName } from '../../src/calls/requests/object-name.js';
import { PartRequests } from '../../src/calls/requests/part-requests.js';
import { ConnectionState } from '../../src/shards/connection-state.js';
import type { Call } from '../../src/calls/call.js';
import type { Shards } from '../../src/shards/shards.js';
import { CallTraces } from '../../src/tracing/call-traces.js';
import { ClientNotActiveError, DEFAULT_SERIALIZATION, uuidFromText } from '@offloop/values';
import { ClientOfflineError } from '../../src/errors/own-errors.js';
import { encode } from '../../../values/test/serialization/encode.js';

type Settle = (value: unknown) => void;

interface Sent {
  readonly shard: number;
  readonly operation: Operation;
  readonly options: CallOptions | undefined;
  readonly target: number;
  readonly bytes: Buffer;
  readonly resolve: Settle;
  readonly reject: Settle;
}

/** What the invoker calls of the shards. */
class ShardsDouble {
  partitionCount = 271;
  isStopped = false;
  count = 1;
  readonly connection = new ConnectionState();
  readonly sent: Sent[] = [];
  thrown: Error | undefined;

  /** Shard 0 is always the least busy. */
  shardOf(partitionId: number): number {
    return partitionId < 0 ? 0 : partitionId % this.count;
  }

  send(shard: number, { operation: kind, request, limits: options, resolve, reject }: Call): void {
    if (this.thrown !== undefined) throw this.thrown;
    const { target } = request;
    const bytes = Buffer.alloc(request.maxBytes);
    const end = request.write(writable(bytes), 0);
    this.sent.push({
      shard,
      operation: kind,
      options,
      target,
      bytes: bytes.subarray(0, end),
      resolve,
      reject,
    });
  }
}

const get = operation(messages.map.get);
const size = operation(messages.map.size);
const name = new ObjectName('orders@eu');
let shards: ShardsDouble;
let invoker: Invoker;
beforeEach(() => {
  shards = new ShardsDouble();
  invoker = invokerWith(undefined);
});

function invokerWith(preferredMember: (() => number | undefined) | undefined): Invoker {
  return new Invoker(
    shards as unknown as Shards<Operation>,
    new CallTraces('test'),
    DEFAULT_SERIALIZATION,
    null,
    preferredMember,
  );
}

/** A message like this one, routed as it is given. */
function routed(spec: MessageSpec, routing: MessageSpec['routing'] & string): Operation<Fields> {
  return new Operation({ ...spec, routing });
}

test('a call resolves to what its request is answered with', async () => {
  const options = { timeout: 5 };
  const result = invoker.invoke(get, name, { key: 'k', threadId: 3 }, options);
  const [{ bytes, resolve, target, ...sent }] = shards.sent;
  expect(sent.operation).toBe(get);
  expect(sent.options).toBe(options);
  expect(target).toBe(0);
  expect(decodeRequest(messages.map.get, bytes)).toEqual({
    name: 'orders@eu',
    key: encode('k'),
    threadId: 3n,
  });
  resolve('v');
  expect(await result).toBe('v');
});

test('a call that is not admitted rejects, and so does one whose argument cannot be serialized', async () => {
  shards.thrown = new Error('no room');
  await expect(invoker.invoke(size, name, {})).rejects.toThrow('no room');
  await expect(invoker.invoke(get, name, { key: () => 1, threadId: 0 })).rejects.toThrow(/function/);
  shards.partitionCount = 0;
  await expect(invoker.invoke(size, name, {})).rejects.toThrow(ClientOfflineError);
  shards.isStopped = true;
  await expect(invoker.invoke(size, name, {})).rejects.toThrow(ClientNotActiveError);
  expect(shards.sent).toEqual([]);
});

describe('a call goes to', () => {
  test('any member when its message says nothing', () => {
    void invoker.invoke(size, name, {});
    expect(messagePartitionId(shards.sent[0].bytes, 0)).toBe(-1);
  });

  test.each([messages.map.size, messages.map.loadAll])('the partition of the object’s name', (spec) => {
    const fields = { replaceExistingValues: true };
    void invoker.invoke(routed(spec, 'name'), name, fields);
    expect(messagePartitionId(shards.sent[0].bytes, 0)).toBe(name.partitionId(271));
  });
});

test('with several shards a call that any member may get goes to the least busy, or to that of its object’s name if it changes something', () => {
  shards.count = 4;
  const own = name.partitionId(271) % 4;
  expect(own).not.toBe(0);
  const clear = operation(messages.map.clear);
  void invoker.invoke(clear, name, {});
  void invoker.invoke(clear, name, {});
  void invoker.invoke(size, name, {});
  expect(shards.sent.map(({ shard }) => shard)).toEqual([own, own, 0]);
  shards.count = 1;
  void invoker.invoke(clear, name, {});
  expect(shards.sent.at(-1)!.shard).toBe(0);
});

describe('a member that must carry out the call', () => {
  test('is the target, and no other is asked for', () => {
    invoker = invokerWith(() => 99);
    const member = uuidFromText('0000002a-0000-0001-8000-000000000001');
    const ofMember = operation(messages.map.size, RequestFlag.MEMBER);
    void invoker.invokeOnMember(ofMember, name, member, {});
    expect(shards.sent[0].operation.flags).toBe(size.flags | RequestFlag.MEMBER);
    expect(shards.sent[0].target).toBe(42);
  });
});

describe('a preferred member', () => {
  test('is asked for by calls that may go to any', () => {
    invoker = invokerWith(() => 99);
    void invoker.invoke(size, name, {});
    expect(shards.sent[0].operation.flags).toBe(size.flags | RequestFlag.PREFERS);
    expect(shards.sent[0].target).toBe(99);
  });

  test('is not asked for by calls for a partition, nor where there is none', () => {
    let asked = 0;
    invoker = invokerWith(() => {
      asked++;
      return undefined;
    });
    void invoker.invoke(get, name, { key: 'k', threadId: 0 });
    void invoker.invoke(routed(messages.map.size, 'name'), name, {});
    expect(asked).toBe(0);
    void invoker.invoke(size, name, {});
    expect(asked).toBe(1);
    expect(shards.sent[2].operation).toBe(size);
  });

  test('that cannot be named rejects the call', async () => {
    invoker = invokerWith(() => {
      throw new Error('balancer');
    });
    await expect(invoker.invoke(size, name, {})).rejects.toThrow('balancer');
  });
});

test('a message the table encodes is answered like any other', async () => {
  const view = decodedOperation(messages.map.loadGivenKeys, () => 'decoded');
  const result = invoker.invoke(view, name, { keys: ['a', 1], replaceExistingValues: true });
  expect(decodeRequest(messages.map.loadGivenKeys, shards.sent[0].bytes)).toEqual({
    name: 'orders@eu',
    keys: [encode('a'), encode(1)],
    replaceExistingValues: true,
  });
  shards.sent[0].resolve('decoded');
  expect(await result).toBe('decoded');
});

test('parts go out one a partition, and resolve in their order', async () => {
  const putAll = inParts(operation(messages.map.putAll));
  const parts = new PartRequests(putAll, name, { triggerMapLoader: true }, DEFAULT_SERIALIZATION, 6);
  for (const key of ['a', 'b', 'c']) parts.addPair(key, key, invoker.partitionCount);
  const results = invoker.parts.invoke(parts, undefined);
  expect(shards.sent).toHaveLength(3);
  for (const { resolve } of shards.sent.toReversed()) resolve(undefined);
  expect(await results).toEqual([undefined, undefined, undefined]);
});

test('a call is typed by its operation', () => {
  const set = operation(messages.map.set);
  void invoker.invoke(set, name, { key: 1, value: 2, threadId: 0, ttl: Long.ONE });
  // @ts-expect-error a field is missing
  void invoker.invoke(set, name, { key: 1, value: 2, threadId: 0 }).catch(() => undefined);
  // @ts-expect-error a field has another type
  void invoker.invoke(set, name, { key: 1, value: 2, threadId: 0, ttl: 'long' }).catch(() => undefined);
  // @ts-expect-error there is no such field
  void invoker.invoke(get, name, { key: 1, threadId: 0, value: 2 });
  void (invoker.invoke(get, name, { key: 1, threadId: 0 }) satisfies Promise<string | null>);
  void (invoker.invoke(size, name, {}) satisfies Promise<number>);
  // @ts-expect-error one whose objects go in parts is not called as a whole
  void invoker.invoke(inParts(operation(messages.map.putAll)), name, { triggerMapLoader: true });
  expect(shards.sent.length).toBeGreaterThan(3);
});
