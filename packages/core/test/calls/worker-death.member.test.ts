import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, codeOf, connect, eventually } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { figuresOf } from '../client/support/figures.js';

const member = await embeddedMember();

const { workers, killYoungest } = watchWorkers();

// That the death of one of several concerns only its own calls is in `shards/several-workers.member.test.ts`.
describe.each([1, 2])('with workers: %i, all of which die at once', (count) => {
  const own = { runtime: { workers: count } };

  test('what was in flight when the worker dies is told that it may have run', async () => {
    const { map } = await connectMap(member.address, own);
    const swallowed = member.faults.add({ action: { kind: 'swallow', execute: true } });
    const writes = Array.from({ length: 500 }, (_, i) => codeOf(map.set(`k${i}`, i)));
    await swallowed.untilHit(500);
    swallowed.remove();
    await killYoungest(count);
    expect(new Set(await Promise.all(writes))).toEqual(new Set([Code.INDETERMINATE]));
    expect(await map.size()).toBe(500);
  });

  test('after its worker died a client connects again by itself and works', async () => {
    const { client, lifecycle, log, map } = await connectMap(member.address, own);
    await map.set('k', 'v');
    await killYoungest(count);
    expect(await map.get('k')).toBe('v');
    await lifecycle.until('CONNECTED', 2);
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED', 'DISCONNECTED', 'CONNECTED']);
    expect(figuresOf(client).epoch).toBe(count);
    expect(log.some(({ level, text }) => level === 'error' && /worker thread died/.test(text))).toBe(true);
    await eventually(() => member.connections === count);
  });

  test('calls made while the worker is being replaced succeed', async () => {
    const { map } = await connectMap(member.address, own);
    await killYoungest(count);
    const calls = Array.from({ length: 2000 }, (_, i) => map.set(`k${i}`, i));
    await Promise.all(calls);
    expect(await map.size()).toBe(2000);
  });

  test('calls given up before the worker died do no harm after it', async () => {
    const { client, map } = await connectMap(member.address, own);
    const swallowed = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    const controller = new AbortController();
    const calls = Array.from({ length: 100 }, () => codeOf(map.get('k', { signal: controller.signal })));
    const others = Array.from({ length: 100 }, () => codeOf(map.get('k', { timeout: 60_000 })));
    await swallowed.untilHit(200);
    swallowed.remove();
    controller.abort();
    await killYoungest(count);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([Code.CANCELLATION]));
    expect(new Set(await Promise.all(others))).toEqual(new Set([Code.INDETERMINATE]));
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  test('calls that the dead worker never saw go to the next one, in their order', async () => {
    const { client, map } = await connectMap<string, number | Buffer>(member.address, {
      runtime: { workers: count, requestRingBytes: 1024 },
    });
    // In one tick: most of these find the ring full, and so wait on this side of it when the worker ends.
    const puts = Array.from({ length: 2000 }, (_, i) =>
      map.put('k', i % 50 === 0 ? Buffer.alloc(4000, i) : i).then(
        () => 'resolved',
        (error: { code: string }) => error.code,
      ),
    );
    await killYoungest(count);
    const codes = await Promise.all(puts);
    const firstResolved = codes.lastIndexOf(Code.INDETERMINATE) + 1;
    expect(firstResolved).toBeLessThan(1000);
    expect(codes.slice(firstResolved)).toEqual(Array(2000 - firstResolved).fill('resolved'));
    expect(await map.get('k')).toBe(1999);
    expect(figuresOf(client)).toMatchObject({ epoch: count, inFlight: 0, inFlightBytes: 0, queued: 0 });
  });

  test('reads that the dead worker may have seen in its ring are made again', async () => {
    const { map } = await connectMap<string, string>(member.address, {
      runtime: { workers: count, requestRingBytes: 1024 },
    });
    await map.set('k', 'v');
    const reads = Array.from({ length: 500 }, () => codeOf(map.get('k')));
    await killYoungest(count);
    const codes = await Promise.all(reads);
    expect(codes.filter((code) => code !== 'resolved' && code !== Code.INDETERMINATE)).toEqual([]);
    expect(codes.filter((code) => code === 'resolved').length).toBeGreaterThan(400);
  });

  test('four deaths are survived, one after the other, with traffic on', async () => {
    const { client, lifecycle, map } = await connectMap<string, number>(member.address, own);
    const traffic = { on: true };
    const flows = Array.from({ length: 16 }, async (_, flow) => {
      for (let i = 0; traffic.on; i++) {
        const code = await codeOf(map.set(`k${flow}`, i));
        if (code !== 'resolved' && code !== Code.INDETERMINATE) throw new Error(`unexpected ${code}`);
      }
    });
    for (let death = 0; death < 4; death++) {
      await lifecycle.until('CONNECTED', death + 1);
      await killYoungest(count);
    }
    await lifecycle.until('CONNECTED', 5);
    traffic.on = false;
    await Promise.all(flows);
    expect(figuresOf(client).epoch).toBe(4 * count);
    expect(workers).toHaveLength(5 * count);
  });

  test('a worker that dies more than five times a minute is not replaced: the client shuts down and says why', async () => {
    const { lifecycle, log, map } = await connectMap(member.address, own);
    for (let death = 0; death < 5; death++) {
      await killYoungest(count);
      await lifecycle.until('CONNECTED', death + 2);
    }
    const last = codeOf(map.size());
    await killYoungest(count);
    expect([Code.INDETERMINATE, Code.CLIENT_NOT_ACTIVE]).toContain(await last);
    await lifecycle.until('SHUTDOWN');
    expect(lifecycle.states.slice(-4)).toEqual(['CONNECTED', 'DISCONNECTED', 'SHUTTING_DOWN', 'SHUTDOWN']);
    expect(workers).toHaveLength(6 * count);
    expect(await codeOf(map.size())).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(log.some(({ level, text }) => level === 'error' && /died.*exit code/s.test(text))).toBe(true);
    await eventually(() => member.connections === 0);
  });

  test('a worker that dies before the client is connected is replaced too', async () => {
    const connecting = connect(member.address, own);
    await eventually(() => workers.length === count);
    await killYoungest(count);
    const { client, lifecycle } = await connecting;
    expect(figuresOf(client).epoch).toBe(count);
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
  });

  test('a worker that dies while the client shuts down does not keep it from ending', async () => {
    const { client, lifecycle } = await connect(member.address, own);
    const stopped = client.shutdown();
    await killYoungest(count);
    await stopped;
    expect(workers).toHaveLength(count);
    // Nobody has said it: whoever counts connected clients has to hear it all the same.
    expect(lifecycle.states.slice(-3)).toEqual(['SHUTTING_DOWN', 'DISCONNECTED', 'SHUTDOWN']);
  });
});
