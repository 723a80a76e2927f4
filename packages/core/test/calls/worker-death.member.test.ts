import { once } from 'node:events';
import { startMember, type Member } from '@offloop/member';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { codeOf, connect, eventually, freshMap } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { figuresOf } from '../client/support/figures.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
});
afterAll(() => member.stop());

/** What becomes of several, and of one of them, is in `shards/several-workers.member.test.ts`. */
const ONE = { runtime: { workers: 1 } };

const { workers, killYoungest } = watchWorkers();
afterEach(() => member.faults.clear());

test('what was in flight when the worker dies is told that it may have run', async () => {
  const { client } = await connect(member.address, ONE);
  const map = await freshMap(client);
  const swallowed = member.faults.add({ action: { kind: 'swallow', execute: true } });
  const writes = Array.from({ length: 500 }, (_, i) => codeOf(map.set(`k${i}`, i)));
  await swallowed.untilHit(500);
  swallowed.remove();
  await killYoungest();
  expect(new Set(await Promise.all(writes))).toEqual(new Set([Code.INDETERMINATE]));
  expect(await map.size()).toBe(500);
});

test('after its worker died a client connects again by itself and works', async () => {
  const { client, lifecycle, log } = await connect(member.address, ONE);
  const map = await freshMap(client);
  await map.set('k', 'v');
  await killYoungest();
  expect(await map.get('k')).toBe('v');
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED', 'DISCONNECTED', 'CONNECTED']);
  expect(figuresOf(client).epoch).toBe(1);
  expect(log.some(({ level, text }) => level === 'error' && /worker thread died/.test(text))).toBe(true);
  await eventually(() => member.connections === 1);
});

test('calls made while the worker is being replaced succeed', async () => {
  const { client } = await connect(member.address, ONE);
  const map = await freshMap(client);
  const exit = once(workers[0], 'exit');
  void workers[0].terminate();
  await exit;
  const calls = Array.from({ length: 2000 }, (_, i) => map.set(`k${i}`, i));
  await Promise.all(calls);
  expect(await map.size()).toBe(2000);
});

test('calls given up before the worker died do no harm after it', async () => {
  const { client } = await connect(member.address, ONE);
  const map = await freshMap(client);
  const swallowed = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
  const controller = new AbortController();
  const calls = Array.from({ length: 100 }, () => codeOf(map.get('k', { signal: controller.signal })));
  const others = Array.from({ length: 100 }, () => codeOf(map.get('k', { timeout: 60_000 })));
  await swallowed.untilHit(200);
  swallowed.remove();
  controller.abort();
  await killYoungest();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([Code.CANCELLATION]));
  expect(new Set(await Promise.all(others))).toEqual(new Set([Code.INDETERMINATE]));
  expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
});

test('calls that the dead worker never saw go to the next one, in their order', async () => {
  const { client } = await connect(member.address, { runtime: { workers: 1, requestRingBytes: 1024 } });
  const map = await freshMap<string, number | Buffer>(client);
  const worker = workers[0];
  const exit = once(worker, 'exit');
  // In one tick: most of these find the ring full, and so wait on this side of it when the worker ends.
  const puts = Array.from({ length: 2000 }, (_, i) =>
    map.put('k', i % 50 === 0 ? Buffer.alloc(4000, i) : i).then(
      () => 'resolved',
      (error: { code: string }) => error.code,
    ),
  );
  void worker.terminate();
  await exit;
  const codes = await Promise.all(puts);
  const firstResolved = codes.lastIndexOf(Code.INDETERMINATE) + 1;
  expect(firstResolved).toBeLessThan(1000);
  expect(codes.slice(firstResolved)).toEqual(Array(2000 - firstResolved).fill('resolved'));
  expect(await map.get('k')).toBe(1999);
  expect(figuresOf(client)).toMatchObject({ epoch: 1, inFlight: 0, inFlightBytes: 0, queued: 0 });
});

test('reads that the dead worker may have seen in its ring are made again', async () => {
  const { client } = await connect(member.address, { runtime: { workers: 1, requestRingBytes: 1024 } });
  const map = await freshMap<string, string>(client);
  await map.set('k', 'v');
  const worker = workers[0];
  const exit = once(worker, 'exit');
  const reads = Array.from({ length: 500 }, () => codeOf(map.get('k')));
  void worker.terminate();
  await exit;
  const codes = await Promise.all(reads);
  expect(codes.filter((code) => code !== 'resolved' && code !== Code.INDETERMINATE)).toEqual([]);
  expect(codes.filter((code) => code === 'resolved').length).toBeGreaterThan(400);
});

test('four deaths are survived, one after the other, with traffic on', async () => {
  const { client } = await connect(member.address, ONE);
  const map = await freshMap<string, number>(client);
  const traffic = { on: true };
  const flows = Array.from({ length: 16 }, async (_, flow) => {
    for (let i = 0; traffic.on; i++) {
      const code = await codeOf(map.set(`k${flow}`, i));
      if (code !== 'resolved' && code !== Code.INDETERMINATE) throw new Error(`unexpected ${code}`);
    }
  });
  for (let death = 0; death < 4; death++) {
    await map.size();
    await killYoungest();
  }
  await map.size();
  traffic.on = false;
  await Promise.all(flows);
  expect(figuresOf(client).epoch).toBe(4);
  expect(workers).toHaveLength(5);
});

test('a worker that dies more than five times a minute is not replaced: the client shuts down and says why', async () => {
  const { client, lifecycle, log } = await connect(member.address, ONE);
  const map = await freshMap(client);
  for (let death = 0; death < 5; death++) {
    await killYoungest();
    await map.size();
  }
  const last = codeOf(map.size());
  await killYoungest();
  expect([Code.INDETERMINATE, Code.CLIENT_NOT_ACTIVE]).toContain(await last);
  await lifecycle.until('SHUTDOWN');
  expect(lifecycle.states.slice(-4)).toEqual(['CONNECTED', 'DISCONNECTED', 'SHUTTING_DOWN', 'SHUTDOWN']);
  expect(workers).toHaveLength(6);
  expect(await codeOf(map.size())).toBe(Code.CLIENT_NOT_ACTIVE);
  expect(log.some(({ level, text }) => level === 'error' && /died.*exit code/s.test(text))).toBe(true);
  await eventually(() => member.connections === 0);
});

test('a worker that dies before the client is connected is replaced too', async () => {
  const connecting = connect(member.address, ONE);
  await eventually(() => workers.length === 1);
  await killYoungest();
  const { client, lifecycle } = await connecting;
  expect(figuresOf(client).epoch).toBe(1);
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
});

test('a worker that dies while the client shuts down does not keep it from ending', async () => {
  const { client, lifecycle } = await connect(member.address, ONE);
  const stopped = client.shutdown();
  await killYoungest();
  await stopped;
  expect(workers).toHaveLength(1);
  // Nobody has said it: whoever counts connected clients has to hear it all the same.
  expect(lifecycle.states.slice(-3)).toEqual(['SHUTTING_DOWN', 'DISCONNECTED', 'SHUTDOWN']);
});
