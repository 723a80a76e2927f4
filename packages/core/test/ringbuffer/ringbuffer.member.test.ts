import { startMember, type Member, type RingbufferOptions } from '@offloop/member';
import Long from 'long';
import { OverflowPolicy, type Client, type Ringbuffer } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { codeOf, connect, eventually, type Config, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { figuresOf } from '../client/support/figures.js';

async function start(ringbuffers: RingbufferOptions = {}): Promise<Member> {
  const member = await startMember({ ringbuffers, log: () => undefined });
  onTestFinished(() => member.stop());
  return member;
}

async function ringOf<E>(
  { address }: { readonly address: string },
  config: Config,
): Promise<{ client: Client; ring: Ringbuffer<E> }> {
  const { client } = await connect(address, config);
  return { client, ring: await client.getRingbuffer<E>('ring') };
}

const untilWaiting = (member: Member, calls: number): Promise<void> =>
  eventually(() => member.stats().waitingCalls === calls);

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const config: Config = { runtime: { workers } };
  let member: Member;
  beforeEach(async () => {
    member = await start({ capacity: 100 });
  });

  test('a ring buffer is named, listed and the same each time', async () => {
    const { client, ring } = await ringOf(member, config);
    expect(ring.getName()).toBe('ring');
    expect(ring.getServiceName()).toBe('hz:impl:ringbufferService');
    expect(await client.getRingbuffer('ring')).toBe(ring);
    expect(await client.getDistributedObjects()).toEqual([ring]);
    expect(await codeOf(client.getRingbuffer(7 as unknown as string))).toBe(Code.ILLEGAL_ARGUMENT);
  });

  test('items of many kinds are read lazily and again, also the last ones of many', async () => {
    const { ring } = await ringOf<unknown>(member, config);
    const items = [
      'text',
      1.5,
      true,
      { a: [1, null] },
      Buffer.from('bytes'),
      Long.fromString('123456789012'),
      ['x'],
    ];
    await ring.addAll(items);
    const set = await ring.readMany(Long.ZERO, items.length, 1000);
    expect([...set]).toEqual(items);
    expect(set.get(3)).toBe(set.get(3));
    expect(await ring.readOne(Long.fromNumber(3))).toEqual({ a: [1, null] });
  });

  test('a long batch comes whole', async () => {
    const { ring } = await ringOf<string>(member, config);
    const items = Array.from({ length: 100 }, (_, i) => `${i}`.padStart(20_000, 'x'));
    await ring.addAll(items);
    const set = await ring.readMany(0, 100, 100);
    expect(set.get(99)).toBe(items[99]);
    expect([...set]).toEqual(items);
  });

  test('what waits for an item is not cut by the invocation timeout, and may be given up', async () => {
    const { client, ring } = await ringOf<string>(member, {
      ...config,
      properties: { 'hazelcast.client.invocation.timeout.millis': 1 },
    });
    const patient = ring.readOne(0);
    const many = ring.readMany(0, 1, 1);
    await untilWaiting(member, 2);
    expect(await codeOf(ring.readOne(0, { timeout: 5 }))).toBe(Code.OPERATION_TIMEOUT);
    const given = new AbortController();
    const aborted = [
      codeOf(ring.readOne(0, { signal: given.signal })),
      codeOf(ring.readMany(0, 1, 1, undefined, { signal: given.signal })),
    ];
    given.abort();
    expect(await Promise.all(aborted)).toEqual([Code.CANCELLATION, Code.CANCELLATION]);
    await ring.add('a');
    expect(await patient).toBe('a');
    expect([...(await many)]).toEqual(['a']);
    // Nothing was taken away.
    expect(await ring.readOne(0)).toBe('a');
    await eventually(() => figuresOf(client).inFlight === 0);
  });

  test('what waits for an item waits on when nothing is added', async () => {
    const { ring } = await ringOf<string>(member, config);
    const waiting = ring.readOne(0);
    await untilWaiting(member, 1);
    expect((await ring.addAll([])).toNumber()).toBe(0);
    await ring.add('a');
    expect(await waiting).toBe('a');
  });

  test('what waits waits on over a cut connection, and reads each item once', async () => {
    const { member: behind, proxy } = await startProxiedMember();
    const { connected, ring } = await connect(proxy.address, config).then(async (each) => ({
      connected: each,
      ring: await each.client.getRingbuffer<string>('ring'),
    }));
    const other = await ringOf<string>(behind, config);
    const waiting = [ring.readOne(0), ring.readMany(0, 2, 10)] as const;
    await untilWaiting(behind, 2);
    proxy.cutAll();
    await connected.lifecycle.until('CONNECTED', 2);
    await untilWaiting(behind, 2);
    await other.ring.addAll(['a', 'b']);
    expect(await waiting[0]).toBe('a');
    expect([...(await waiting[1])]).toEqual(['a', 'b']);
  });

  test('what waits rejects when the client shuts down or the ring buffer is destroyed', async () => {
    const { client, ring } = await ringOf<string>(member, config);
    const other = await ringOf<string>(member, config);
    const destroyed = codeOf(other.ring.readOne(0));
    await untilWaiting(member, 1);
    await ring.destroy();
    expect(await destroyed).toBe('ERR_OFFLOOP_DISTRIBUTED_OBJECT_DESTROYED');
    const waiting = codeOf(ring.readMany(0, 1, 1));
    await untilWaiting(member, 1);
    await client.shutdown();
    expect(await waiting).toBe(Code.CLIENT_NOT_ACTIVE);
    await untilWaiting(member, 0);
  });

  test('an item whose time to live is over is stale, and makes room', async () => {
    const brief = await start({ capacity: 2, ttl: 30 });
    const { ring } = await ringOf<string>(brief, config);
    await ring.addAll(['a', 'b']);
    let last = Long.NEG_ONE;
    // Until the time has come it fails.
    while (last.isNegative()) last = await ring.add('c', OverflowPolicy.FAIL);
    expect(last.toNumber()).toBe(2);
    await expect(ring.readOne(0)).rejects.toMatchObject({ code: 'ERR_OFFLOOP_STALE_SEQUENCE' });
  });

  test('a filter is the member’s to apply: what it leaves out is counted as read', async () => {
    const filtering = await start({
      filter: (filter, item) => item.subarray(12).toString().startsWith(filter.subarray(12).toString()),
    });
    const { ring } = await ringOf<string>(filtering, config);
    const waiting = ring.readMany(0, 2, 10, 'a');
    await untilWaiting(filtering, 1);
    await ring.addAll(['b1', 'a1', 'b2']);
    await ring.addAll(['b3', 'a2', 'b4']);
    const set = await waiting;
    expect([...set]).toEqual(['a1', 'a2']);
    expect([set.getSequence(0).toNumber(), set.getSequence(1).toNumber()]).toEqual([1, 4]);
    expect(set.getReadCount()).toBe(6);
    expect(set.getNextSequenceToReadFrom().toNumber()).toBe(6);
    const without = await ringOf<string>(member, config);
    expect(await codeOf(without.ring.readMany(0, 0, 10, 'a'))).toBe(Code.SERIALIZATION);
  });

  test('arguments that are none reject with what is wrong, and nothing is sent', async () => {
    const { client, ring } = await ringOf<unknown>(member, config);
    const none = null as never;
    for (const [call, text] of [
      [ring.add(none), /^item must be/],
      [ring.add('a', 'x' as never), /^overflowPolicy must be OVERWRITE or FAIL/],
      [ring.add('a', 'toString' as never), /^overflowPolicy must be/],
      [ring.addAll('a' as never), /^items must be an array/],
      [ring.addAll(['a', none]), /^each of the items must be/],
      [ring.readOne(1.5), /^sequence/],
      [ring.readMany('0' as never, 0, 1), /^startSequence/],
      [ring.readMany(0, 0.5, 1), /^minCount/],
      [ring.readMany(0, 0, undefined as never), /^maxCount/],
    ] as const) {
      await expect(call).rejects.toThrow(text);
      await expect(call).rejects.toMatchObject({ code: Code.ILLEGAL_ARGUMENT });
    }
    for (const [call, text] of [
      [() => ring.readOne(-1), /was: -1; sequence must be at least 0$/],
      [() => ring.readOne(Long.NEG_ONE), /was: -1; sequence/],
      [() => ring.readMany(-1, 0, 1), /was: -1; startSequence/],
      [() => ring.readMany(0, -1, 1), /was: -1; minCount must be at least 0/],
      [() => ring.readMany(0, 2, 1), /minCount must be at most maxCount/],
      [() => ring.readMany(0, 1, 1001), /maxCount is 1001/],
    ] as const) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow(text);
    }
    expect(figuresOf(client).inFlight).toBe(0);
    expect((await ring.size()).toNumber()).toBe(0);
  });
});
