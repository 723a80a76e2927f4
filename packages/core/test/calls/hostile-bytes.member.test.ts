import type { FaultyRequest } from '@offloop/member';
import { messages } from '@offloop/wire';
import { describe, expect, test } from 'vitest';

import { connectMap, THREADS } from '../client/support/client-bench.js';
import { proxiedMap, startProxiedMember } from '../client/support/proxied-member.js';
import { answerWith, responseTo } from '../faults/support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

describe.each([
  { workers: THREADS, reuseReadBuffer: true },
  { workers: THREADS, reuseReadBuffer: false },
  { workers: 0, reuseReadBuffer: true },
  { workers: 0, reuseReadBuffer: false },
])('with %o', (runtime) => {
  test('every byte in a packet of its own makes the same messages', async () => {
    const { proxy } = await startProxiedMember();
    proxy.splitBytes(1);
    const { map } = await connectMap<string, unknown>(proxy.address, { runtime });
    const values = [1, 'text', { json: true }, Buffer.alloc(300, 9), [1, 2, 3]];
    await Promise.all(values.map((value, i) => map.set(`k${i}`, value)));
    expect(await Promise.all(values.map((_, i) => map.get(`k${i}`)))).toEqual(values);
    expect((await map.keySet()).toSorted()).toEqual(values.map((_, i) => `k${i}`));
  });

  test('large answers come whole, in fragments of any size', async () => {
    const { member, map } = await proxiedMap<string, Buffer>({ runtime });
    const value = Buffer.alloc(200_000, 'fragment');
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`);
    await Promise.all(keys.map((key) => map.set(key, value)));
    for (const bytes of [64, 1000, 65_536, 1_000_000]) {
      member.faults.fragmentBytes = bytes;
      const [whole, entries, again] = await Promise.all([map.get('k0'), map.entrySet(), map.get('k1')]);
      expect(whole?.equals(value) && again?.equals(value)).toBe(true);
      expect(entries.map(([key]) => key).toSorted()).toEqual(keys.toSorted());
      expect(entries.every(([, each]) => each.equals(value))).toBe(true);
    }
  });

  test('bytes that are no protocol close the connection with that reason, and the next one works', async () => {
    const { proxy, lifecycle, log, map } = await proxiedMap({ runtime });
    await map.set('k', 'v');
    let done = false;
    proxy.corrupt((bytes) => {
      if (done) return bytes;
      done = true;
      return Buffer.concat([Buffer.from([1, 0, 0, 0, 0xff, 0xff]), bytes]);
    });
    expect(await map.get('k')).toBe('v');
    await lifecycle.until('CONNECTED', 2);
    expect(log.some(({ text }) => /Not a frame header/.test(text))).toBe(true);
  });

  test('an answer that stops in its middle and goes on with another is noticed', async () => {
    const { member, lifecycle, map } = await proxiedMap({ runtime });
    await map.set('k', 'v'.repeat(50));
    const half = (request: FaultyRequest): Buffer =>
      responseTo(request, messages.map.containsKey, { response: true }).subarray(0, 10);
    answerWith(member, 'map.get', half, 1);
    expect(await Promise.all([map.get('k'), map.get('k'), map.get('k')])).toEqual(
      Array(3).fill('v'.repeat(50)),
    );
    expect(lifecycle.count('CONNECTED')).toBe(2);
  });

  test('random damage to what members send never kills the worker nor leaves a call unsettled', async () => {
    const { proxy, client, lifecycle, map } = await proxiedMap<string, unknown>({ runtime });
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => map.set(`k${i}`, { i, text: 'x'.repeat(i * 20) })),
    );
    let countdown = 3;
    proxy.corrupt((bytes) => {
      if (--countdown > 0) return bytes;
      countdown = 7;
      const damaged = Buffer.from(bytes);
      // A flag nobody knows, in what is a header more often than not.
      damaged[Math.min(4, damaged.length - 1)] |= 0x7f;
      return damaged;
    });
    for (let round = 0; round < 10; round++) {
      await Promise.allSettled(Array.from({ length: 50 }, (_, i) => map.get(`k${i}`, { timeout: 2000 })));
    }
    proxy.resume();
    proxy.cutAll();
    await lifecycle.until('CONNECTED', lifecycle.count('DISCONNECTED') + 1);
    expect(await map.get('k3')).toEqual({ i: 3, text: 'x'.repeat(60) });
    expect(figuresOf(client)).toMatchObject({ epoch: 0, inFlight: 0 });
  });
});
