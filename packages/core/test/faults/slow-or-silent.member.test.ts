import { describe, expect, test } from 'vitest';

import { loopMayStand } from '../../../../test/support/event-loop.js';
import { codeOf, connect, eventually, freshMap } from '../client/support/client-bench.js';
import { TESTED_WORKERS, THREADS } from '../client/support/workers.js';
import { Code } from '../client/support/codes.js';
import { mapOfMemberThread, startMemberThread } from '../client/support/member-thread.js';
import { proxiedMap, startProxiedMember } from '../client/support/proxied-member.js';
import { spinUntil } from '../client/support/spin-until.js';
import { workFor } from '../client/support/work-for.js';
import { figuresOf } from '../client/support/figures.js';

const CALLS = 1000;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  test('a slow member answers late and loses nothing, and a call’s own timeout is kept', async () => {
    const { proxy, client, lifecycle, map } = await proxiedMap<string, number>({ runtime: { workers } });
    await map.set('k', 1);
    proxy.delay(300);
    proxy.throttle(100_000);
    const calls = Array.from({ length: 200 }, (_, i) => map.set(`k${i}`, i));
    expect(await codeOf(map.get('k', { timeout: 50 }))).toBe(Code.OPERATION_TIMEOUT);
    await Promise.all(calls);
    proxy.resume();
    expect(await map.size()).toBe(201);
    expect(lifecycle.count('DISCONNECTED')).toBe(0);
    expect(figuresOf(client).inFlight).toBe(0);
  });

  test(`on a connection that is open and silent ${CALLS} calls are given up at once, and late answers find nobody`, async () => {
    const { proxy } = await startProxiedMember();
    const { client, lifecycle } = await connect(proxy.address, { runtime: { workers } });
    const shard = (): ReturnType<typeof client.stats>['shards'][number] => figuresOf(client);
    const map = await freshMap<string, number>(client);
    await map.set('k', 1);
    const late = shard().lateResponses;
    proxy.dropPackets();
    const controller = new AbortController();
    const timed = Array.from({ length: CALLS / 2 }, () => codeOf(map.get('k', { timeout: 50 })));
    const aborted = Array.from({ length: CALLS / 2 }, (_, i) =>
      codeOf(map.set(`k${i}`, i, undefined, undefined, { signal: controller.signal })),
    );
    expect(new Set(await Promise.all(timed))).toEqual(new Set([Code.OPERATION_TIMEOUT]));
    expect(shard().inFlight).toBeGreaterThanOrEqual(CALLS / 2);
    controller.abort();
    expect(new Set(await Promise.all(aborted))).toEqual(new Set([Code.CANCELLATION]));
    // The worker has let go of them as well: their slots are free before anything is answered.
    await eventually(() => shard().inFlight === 0 && shard().inFlightBytes === 0);
    proxy.resume();
    // These take the slots, of each worker, and must not get the answers that were meant for others.
    expect(
      new Set(await Promise.all(Array.from({ length: CALLS }, (_, i) => map.containsKey(`no such ${i}`)))),
    ).toEqual(new Set([false]));
    expect(shard().lateResponses - late).toBe(CALLS);
    expect(lifecycle.count('DISCONNECTED')).toBe(0);
  });

  test('a lock that is asked for on a silent connection has no deadline', async () => {
    const { proxy, client, map } = await proxiedMap<string, number>({
      runtime: { workers },
      properties: { 'hazelcast.client.invocation.timeout.millis': 20 },
    });
    proxy.dropPackets();
    const locked = map.lock('k');
    expect(await codeOf(map.size({ timeout: 100 }))).toBe(Code.OPERATION_TIMEOUT);
    expect(figuresOf(client).inFlight).toBeGreaterThanOrEqual(1);
    proxy.resume();
    await locked;
    await map.unlock('k');
  });
});

test('the locks of a caller that hangs past callerStallTimeoutMillis come free', async () => {
  const elsewhere = await startMemberThread({ clientRemoveDelay: 0 });
  const hanging = await connect(elsewhere.address, {
    runtime: { workers: THREADS, callerStallTimeoutMillis: 1000 },
  });
  const map = await freshMap<string, number>(hanging.client);
  await map.lock('k');
  const other = await connect(elsewhere.address);
  const theirs = await other.client.getMap<string, number>(map.getName());
  expect(await theirs.isLocked('k')).toBe(true);
  spinUntil(() => figuresOf(hanging.client).connections === 0);
  await theirs.lock('k');
  await theirs.unlock('k');
  await hanging.lifecycle.until('CONNECTED', 2);
});

test('a caller that takes nothing for ten heartbeat timeouts, its ring full, finds every answer and its connection', async () => {
  const { client, lifecycle, map } = await mapOfMemberThread<string, string>({
    runtime: { workers: THREADS, completionRingBytes: 4096 },
    properties: { 'hazelcast.client.heartbeat.interval': 100, 'hazelcast.client.heartbeat.timeout': 600 },
  });
  const text = 'x'.repeat(400);
  await map.set('k', text);
  const calls = Array.from({ length: 20_000 }, () => map.get('k'));
  await new Promise(setImmediate);
  const standing = { seconds: 30, because: 'ten heartbeat timeouts are the test' };
  loopMayStand(standing, () => workFor(6000));
  expect(new Set(await Promise.all(calls))).toEqual(new Set([text]));
  expect(figuresOf(client).completionRingHighWater).toBeGreaterThan(3000);
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
});
