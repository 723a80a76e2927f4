import { inspect } from 'node:util';
import type { Member } from '@offloop/member';
import { ResponseTooLargeError, type IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import {
  codeOf,
  connect,
  eventually,
  freshMap,
  type ConnectedClient,
  THREADS,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { answerWith } from '../faults/support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

const LIMIT = 65_536;
const LARGE = Buffer.alloc(100_000, 'large');

describe.each([
  { workers: THREADS, reuseReadBuffer: true },
  { workers: THREADS, reuseReadBuffer: false },
  { workers: 0, reuseReadBuffer: true },
])('with %o', (runtime) => {
  let member: Member;
  let connected: ConnectedClient;
  let map: IMap<string, unknown>;
  beforeEach(async () => {
    member = await memberOfTest();
    connected = await connect(member.address, { runtime: { ...runtime, maxMessageBytes: LIMIT } });
    map = await freshMap(connected.client);
    await map.set('small', 'v');
    await map.set('large', LARGE);
  });

  /** No connection was lost, nothing was sent again, nothing is left. */
  function expectUnharmed(): void {
    expect(connected.lifecycle.count('DISCONNECTED')).toBe(0);
    expect(member.stats().accepted).toBe(Math.max(1, runtime.workers));
    expect(figuresOf(connected.client)).toMatchObject({
      epoch: 0,
      inFlight: 0,
      retries: 0,
      lateResponses: 0,
    });
  }

  // Whole; in fragments that fit; in fragments of which one is longer than the limit by itself.
  test.each([Infinity, 1000, 80_000])(
    'a response longer than the limit fails its own call, which is not repeated (fragments of %d bytes)',
    async (fragmentBytes) => {
      member.faults.fragmentBytes = fragmentBytes;
      const before = member.stats().requests['map.get'] ?? 0;
      const [error, small, again] = await Promise.all([
        map.get('large').catch((e: unknown) => e),
        map.get('small'),
        map.containsKey('large'),
      ]);
      expect(error).toBeInstanceOf(ResponseTooLargeError);
      expect(error).toMatchObject({ code: Code.RESPONSE_TOO_LARGE, details: { limit: LIMIT } });
      const { details, message } = error as ResponseTooLargeError;
      expect(Number(details?.['size'])).toBeGreaterThan(LARGE.length);
      expect(message).toContain(`at least ${Number(details?.['size'])} bytes, the limit is ${LIMIT}`);
      expect([small, again]).toEqual(['v', true]);
      expect(member.stats().requests['map.get']).toBe(before + 2);
      expect(await map.get('small')).toBe('v');
      expectUnharmed();
    },
  );

  test.each([Infinity, 1000])(
    'so does a list that is too long for its many small entries (fragments of %d bytes)',
    async (fragmentBytes) => {
      await map.delete('large');
      await map.setAll(Array.from({ length: 1000 }, (_, i) => [`k${i}`, 'x'.repeat(100)]));
      member.faults.fragmentBytes = fragmentBytes;
      const calls = [map.values(), map.entrySet(), map.get('k7'), map.values()].map(codeOf);
      const tooLarge = Code.RESPONSE_TOO_LARGE;
      expect(await Promise.all(calls)).toEqual([tooLarge, tooLarge, 'resolved', tooLarge]);
      expectUnharmed();
    },
  );

  test('a write whose response is too long was done', async () => {
    expect(await codeOf(map.put('large', 'now'))).toBe(Code.RESPONSE_TOO_LARGE);
    expect(await map.get('large')).toBe('now');
    expectUnharmed();
  });

  test.each([Infinity, 1000, 80_000])(
    'an event longer than the limit is dropped, and logged (fragments of %d bytes)',
    async (fragmentBytes) => {
      const heard: unknown[] = [];
      await map.addEntryListener({ added: ({ key }) => heard.push(key) }, undefined, true);
      member.faults.fragmentBytes = fragmentBytes;
      await map.set('other', LARGE);
      await map.set('third', 'small');
      await eventually(() => heard.length > 0);
      expect(heard).toEqual(['third']);
      expect(connected.log.filter(({ text }) => /event .* was dropped: .* limit/.test(text))).toHaveLength(1);
      expectUnharmed();
    },
  );

  test('a response of the client’s own calls that is too long fails what it is for, not the connection', async () => {
    answerWith(member, 'map.addEntryListener', ({ correlationId }) => {
      const bytes = Buffer.alloc(LIMIT + 100);
      // An initial frame, and one that ends the message.
      bytes.writeInt32LE(22, 0);
      bytes.writeUInt16LE(0xc000, 4);
      bytes.writeInt32LE(0x01_19_01, 6);
      bytes.writeBigInt64LE(correlationId, 10);
      bytes.writeInt32LE(bytes.length - 22, 22);
      bytes.writeUInt16LE(0x2000, 26);
      return bytes;
    });
    const error = (await map.addEntryListener({ added: () => undefined }).catch((e: unknown) => e)) as Error;
    expect(inspect(error)).toMatch(/longer than runtime.maxMessageBytes/);
    expect(await map.get('small')).toBe('v');
    expectUnharmed();
  });
});
