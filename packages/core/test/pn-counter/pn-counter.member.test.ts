import { startMember } from '@offloop/member';
import { freePort, seedOf } from '@offloop/tools';
import { ErrorCode } from '@offloop/wire';
import * as fc from 'fast-check';
import Long from 'long';
import type { Client, PNCounter } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { outcomesOf } from '../cluster/support/sequence.js';
import { COUNTER_SEQUENCES } from './support/sequences.js';

const CONSISTENCY_LOST = 'ERR_OFFLOOP_CONSISTENCY_LOST';
const ADD = 'pnCounter.add';
const GET = 'pnCounter.get';

const member = await embeddedMember();

let names = 0;
const fresh = (): string => `counter-${names++}`;
const requests = (message: string): number => member.stats().requests[message] ?? 0;

test.each(Object.entries(COUNTER_SEQUENCES))('both clients see the same of %s', async (_, sequence) => {
  const { ours, official } = await connectBoth(member.address);
  const name = fresh();
  const theirs = await outcomesOf(await official.getPNCounter(name), sequence, { official: true });
  await (await official.getPNCounter(name)).destroy();
  expect(await outcomesOf(await ours.getPNCounter(name), sequence)).toEqual(theirs);
});

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let client: Client;
  let counter: PNCounter;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime: { workers } }));
    counter = await client.getPNCounter(fresh());
  });

  test('is the same object for the same name', async () => {
    expect(await client.getPNCounter(counter.getName())).toBe(counter);
  });

  test('counts as a number of 64 bits does, whatever it is asked', async () => {
    const seed = seedOf('pn counter');
    const long = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
    const step = fc.record({
      method: fc.constantFrom('getAndAdd', 'addAndGet', 'getAndSubtract', 'subtractAndGet', 'get'),
      delta: fc.oneof(long, fc.maxSafeInteger().map(BigInt)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const fresher = await client.getPNCounter(fresh());
        let model = 0n;
        for (const { method, delta } of steps) {
          const before = model;
          if (method !== 'get') {
            model = BigInt.asIntN(
              64,
              method.endsWith('Add') || method.startsWith('add') ? model + delta : model - delta,
            );
          }
          const expected = method.startsWith('getAnd') ? before : model;
          const value =
            method === 'get'
              ? await fresher.get()
              : await fresher[method as 'addAndGet'](Long.fromString(String(delta)));
          expect(value.toString()).toBe(expected.toString());
        }
      }),
      { seed, numRuns: 20 },
    );
  });

  test.each([1.5, '1', undefined, null, 2 ** 60])('refuses a delta that is %j', async (delta) => {
    const given = delta as number;
    for (const method of ['getAndAdd', 'addAndGet', 'getAndSubtract', 'subtractAndGet'] as const) {
      expect(await codeOf(counter[method](given))).toBe(Code.ILLEGAL_ARGUMENT);
    }
    expect(await counter.get()).toEqual(Long.ZERO);
  });

  test('a member that has lost what was seen rejects with the typed error, until the counter is reset', async () => {
    const port = await freePort();
    const first = await startMember({ port });
    onTestFinished(() => first.stop());
    const { client: patient } = await connect(first.address, { runtime: { workers } });
    const seen = await patient.getPNCounter('seen');
    await seen.addAndGet(5);
    await first.stop();
    const second = await startMember({ port });
    onTestFinished(() => second.stop());
    expect(await codeOf(seen.get())).toBe(CONSISTENCY_LOST);
    expect(await codeOf(seen.addAndGet(1))).toBe(CONSISTENCY_LOST);
    await seen.reset();
    expect(await seen.addAndGet(1)).toEqual(Long.ONE);
  });

  test('a read that was lost with its connection is sent again', async () => {
    await counter.addAndGet(5);
    member.faults.add({ message: GET, times: 1, action: { kind: 'close' } });
    expect((await counter.get()).toNumber()).toBe(5);
  });

  test('an update that may have counted is sent again where redoOperation says so', async () => {
    const { client: repeating } = await connect(member.address, {
      runtime: { workers },
      network: { redoOperation: true },
    });
    const twice = await repeating.getPNCounter(counter.getName());
    await twice.get();
    member.faults.add({ message: ADD, times: 1, action: { kind: 'close', execute: true } });
    expect((await twice.addAndGet(1)).toNumber()).toBe(2);
  });

  test('an update that may have counted is not sent again', async () => {
    await counter.addAndGet(5);
    const before = requests(ADD);
    member.faults.add({ message: ADD, times: 1, action: { kind: 'close', execute: true } });
    expect(await codeOf(counter.addAndGet(1))).toBe(Code.TARGET_DISCONNECTED);
    expect((await counter.get()).toNumber()).toBe(6);
    expect(requests(ADD)).toBe(before + 1);
  });

  test('a replica that is no member any more is not waited for', async () => {
    const gone = {
      kind: 'error',
      code: ErrorCode.TARGET_NOT_MEMBER,
      className: 'com.hazelcast.spi.exception.TargetNotMemberException',
    } as const;
    await counter.get();
    const before = requests(GET);
    member.faults.add({ message: GET, times: 1, action: gone });
    expect(await codeOf(counter.get())).toBe('ERR_OFFLOOP_TARGET_NOT_MEMBER');
    expect(requests(GET)).toBe(before + 1);
    expect(await counter.get()).toEqual(Long.ZERO);
  });

  test('a call ends with its timeout, and a replica that is silent is not left for another', async () => {
    await counter.get();
    member.faults.add({ message: GET, times: 1, action: { kind: 'swallow' } });
    expect(await codeOf(counter.get({ timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    expect(await codeOf(counter.get({ signal: AbortSignal.abort() }))).toBe(Code.CANCELLATION);
  });
});
