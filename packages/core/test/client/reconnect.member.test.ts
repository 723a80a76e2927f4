import { Direction } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { connectOfficial } from '../cluster/support/official.js';
import { connectMap, codeOf, connect, eventually, freshMap, TESTED_WORKERS } from './support/client-bench.js';
import { Code } from './support/codes.js';
import { LifecycleLog } from './support/lifecycle-log.js';
import { proxiedMap, startProxiedMember } from './support/proxied-member.js';
import { figuresOf } from './support/figures.js';

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  test('when every connection is cut the client says so, comes back, and says that', async () => {
    const { proxy, client, lifecycle, map } = await proxiedMap({ runtime });
    await map.set('k', 'v');
    for (let cut = 1; cut <= 3; cut++) {
      proxy.cutAll();
      await lifecycle.until('DISCONNECTED', cut);
      await lifecycle.until('CONNECTED', cut + 1);
      expect(await map.get('k')).toBe('v');
    }
    expect(lifecycle.states).toEqual([
      'STARTING',
      'STARTED',
      'CONNECTED',
      'DISCONNECTED',
      'CONNECTED',
      'DISCONNECTED',
      'CONNECTED',
      'DISCONNECTED',
      'CONNECTED',
    ]);
    expect(figuresOf(client).connections).toBe(1);
  });

  test('of calls in flight at a cut, those that may run twice succeed, the others tell of the lost connection', async () => {
    const { member, proxy, lifecycle, map } = await proxiedMap({ runtime });
    const swallowed = member.faults.add({ action: { kind: 'swallow' } });
    const reads = Array.from({ length: 300 }, (_, i) => map.get(`k${i}`));
    const writes = Array.from({ length: 300 }, (_, i) => codeOf(map.put(`k${i}`, i)));
    const size = map.size();
    await swallowed.untilHit(601);
    swallowed.remove();
    proxy.cutAll();
    expect(new Set(await Promise.all(writes))).toEqual(new Set([Code.TARGET_DISCONNECTED]));
    expect(new Set(await Promise.all(reads))).toEqual(new Set([null]));
    expect(await size).toBe(0);
    expect(lifecycle.count('CONNECTED')).toBe(2);
  });

  test('with redoOperation the writes of one key are sent again in the order of the calls', async () => {
    const { member, proxy, map } = await proxiedMap<string, number>({
      runtime,
      network: { redoOperation: true },
    });
    // Slots that were freed in any order: theirs must not become the order of the calls.
    const reads = Array.from({ length: 200 }, (_, i) => map.get(`k${(i * 37) % 200}`));
    await Promise.all([...reads, ...reads.map(() => map.size())]);
    const swallowed = member.faults.add({ message: 'map.put', action: { kind: 'swallow' } });
    const writes = Array.from({ length: 200 }, (_, i) => map.put('k', i));
    await swallowed.untilHit(200);
    swallowed.remove();
    proxy.cutAll();
    expect(await Promise.all(writes)).toEqual([null, ...Array.from({ length: 199 }, (_, i) => i)]);
  });

  test('calls made while there is no connection wait for one', async () => {
    const { proxy, lifecycle, map } = await proxiedMap({ runtime });
    proxy.refuse();
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    const writes = Array.from({ length: 1000 }, (_, i) => map.put('k', i));
    await proxy.untilAccepted(proxy.accepted + 2);
    proxy.resume();
    // None of them was ever sent, so each of them may be sent now, in the order of the calls.
    expect(await Promise.all(writes)).toEqual([null, ...Array.from({ length: 999 }, (_, i) => i)]);
  });

  test('and do so quietly, even where no pause between retries is asked for', async () => {
    const { proxy, client, lifecycle, map } = await proxiedMap({
      runtime,
      properties: { 'hazelcast.client.invocation.retry.pause.millis': 0 },
    });
    proxy.refuse();
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    const cycles = (): number => figuresOf(client).dutyCycles;
    const before = cycles();
    const read = map.get('k');
    await proxy.untilAccepted(proxy.accepted + 3);
    // Some 200 ms: an agent that never rests goes round tens of thousands of times.
    expect(cycles() - before).toBeLessThan(3000);
    proxy.resume();
    expect(await read).toBeNull();
  });

  test('with reconnectMode ASYNC they are rejected meanwhile', async () => {
    const { proxy, lifecycle, map } = await proxiedMap({
      runtime,
      connectionStrategy: { reconnectMode: 'ASYNC', connectionRetry: { initialBackoffMillis: 20 } },
    });
    proxy.refuse();
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    expect(await codeOf(map.get('k'))).toBe(Code.CLIENT_OFFLINE);
    proxy.resume();
    await lifecycle.until('CONNECTED', 2);
    expect(await map.get('k')).toBeNull();
  });

  test('with reconnectMode OFF the client shuts down', async () => {
    const { proxy, lifecycle, map } = await proxiedMap({
      runtime,
      connectionStrategy: { reconnectMode: 'OFF' },
    });
    proxy.cutAll();
    await lifecycle.until('SHUTDOWN');
    expect(await codeOf(map.get('k'))).toBe(Code.CLIENT_NOT_ACTIVE);
  });

  test('a cluster that stays away for the configured time makes the client shut down', async () => {
    const { proxy, lifecycle, log, map } = await proxiedMap({
      runtime,
      connectionStrategy: {
        connectionRetry: { initialBackoffMillis: 10, maxBackoffMillis: 20, clusterConnectTimeoutMillis: 100 },
      },
    });
    proxy.refuse();
    proxy.cutAll();
    const waiting = codeOf(map.get('k'));
    await lifecycle.until('SHUTDOWN');
    expect(await waiting).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(log.some(({ level, text }) => level === 'error' && /clusterConnectTimeoutMillis/.test(text))).toBe(
      true,
    );
  });

  test('a black hole is noticed by the heartbeat, and the connection replaced', async () => {
    const { proxy, lifecycle, log, map } = await proxiedMap({
      runtime,
      properties: {
        'hazelcast.client.heartbeat.interval': 30,
        'hazelcast.client.heartbeat.timeout': 150,
        'hazelcast.client.invocation.retry.pause.millis': 20,
      },
    });
    await map.set('k', 'v');
    proxy.dropPackets();
    const write = codeOf(map.set('k', 'w'));
    const read = map.get('k');
    await lifecycle.until('DISCONNECTED');
    expect(await write).toBe(Code.TARGET_DISCONNECTED);
    proxy.resume();
    expect(['v', 'w']).toContain(await read);
    expect(log.some(({ text }) => /silent for \d+ ms/.test(text))).toBe(true);
  });

  test('a member that only stops sending is noticed as well', async () => {
    const { proxy, lifecycle, map } = await proxiedMap({
      runtime,
      properties: { 'hazelcast.client.heartbeat.interval': 30, 'hazelcast.client.heartbeat.timeout': 150 },
    });
    proxy.dropPackets(Direction.DOWNSTREAM);
    await lifecycle.until('DISCONNECTED');
    proxy.resume();
    await lifecycle.until('CONNECTED', 2);
    expect(await map.get('k')).toBeNull();
  });

  test('a quiet connection is kept alive by pings, and answers count as signs of life', async () => {
    const { member, proxy } = await startProxiedMember();
    const { lifecycle } = await connect(proxy.address, {
      runtime,
      properties: { 'hazelcast.client.heartbeat.interval': 20, 'hazelcast.client.heartbeat.timeout': 1000 },
    });
    await eventually(() => (member.stats().requests['client.ping'] ?? 0) >= 5);
    expect(lifecycle.count('DISCONNECTED')).toBe(0);
  });

  test('a cluster restarted in place is entered again, with lifecycle events as hazelcast-client gives them', async () => {
    const first = await memberOfTest();
    const official = new LifecycleLog();
    const officialClient = await connectOfficial(first.address, {
      connectionStrategy: { connectionRetry: { initialBackoffMillis: 20, maxBackoffMillis: 50 } },
      lifecycleListeners: [official.listener],
    });
    const { client, lifecycle, map } = await connectMap<string, string>(first.address, { runtime });
    await map.set('k', 'v');
    await first.stop();
    await lifecycle.until('DISCONNECTED');
    await memberOfTest({ port: first.port });
    await Promise.all([lifecycle.until('CONNECTED', 2), official.until('CONNECTED', 2)]);
    expect(await map.get('k')).toBeNull();
    await map.set('k', 'new');
    expect(await map.get('k')).toBe('new');
    await Promise.all([client.shutdown(), officialClient.shutdown()]);
    await official.until('DISCONNECTED', 2);
    await official.until('SHUTDOWN');
    expect(lifecycle.states).toEqual(official.states);
  });

  test('a member that refuses some connections does not keep the client from the next attempt', async () => {
    const { proxy } = await startProxiedMember();
    proxy.refuse();
    const connecting = connect(proxy.address, { runtime });
    await proxy.untilAccepted(3);
    proxy.resume();
    const { client } = await connecting;
    const map = await freshMap(client);
    expect(await map.size()).toBe(0);
  });

  test('a member that accepts and does not authenticate is given up after the connection timeout', async () => {
    const { proxy } = await startProxiedMember();
    proxy.dropPackets();
    const connecting = connect(proxy.address, {
      runtime,
      network: { clusterMembers: [proxy.address], connectionTimeout: 100 },
    });
    await proxy.untilAccepted(2);
    proxy.resume();
    const { client } = await connecting;
    expect(await (await freshMap(client)).size()).toBe(0);
  });

  test('no limit on the connection timeout is no timeout', async () => {
    const { proxy } = await startProxiedMember();
    proxy.delay(50);
    const { client } = await connect(proxy.address, {
      runtime,
      network: { clusterMembers: [proxy.address], connectionTimeout: 0 },
    });
    expect(await (await freshMap(client)).size()).toBe(0);
  });

  test('a member that needs longer than that for many listeners, and goes on answering, is connected to again', async () => {
    const { member, proxy } = await startProxiedMember();
    const connectionTimeout = 1000;
    const { lifecycle, map } = await connectMap<string, string>(proxy.address, {
      runtime,
      network: { connectionTimeout },
    });
    const heard = new Set<number>();
    const listeners = Array.from({ length: 600 }, (_, i) => i);
    await Promise.all(listeners.map((i) => map.addEntryListener({ added: () => void heard.add(i) })));
    // As many as are asked for at once take that long: all of them take longer than the timeout.
    const slow = { kind: 'delay', ms: connectionTimeout / 4 } as const;
    member.faults.add({ message: 'map.addEntryListener', action: slow });
    proxy.cutAll();
    await lifecycle.until('CONNECTED', 2);
    await map.set('k', 'v');
    await eventually(() => heard.size === listeners.length);
    expect(lifecycle.count('DISCONNECTED')).toBe(1);
  });

  test('cuts at any moment leave no call unsettled and no answer with the wrong call', async () => {
    const { proxy, client, lifecycle, map } = await proxiedMap<string, string>({ runtime });
    const keys = Array.from({ length: 500 }, (_, i) => `key ${i}`);
    await Promise.all(keys.map((key) => map.set(key, `value of ${key}`)));
    const traffic = { on: true };
    let wrong = 0;
    const flows = keys.slice(0, 50).map(async (_, flow) => {
      for (let i = flow; traffic.on; i = (i + 7) % keys.length) {
        const value = await map.get(keys[i]);
        if (value !== `value of ${keys[i]}`) wrong++;
      }
    });
    for (let cut = 1; cut <= 8; cut++) {
      await lifecycle.until('CONNECTED', cut);
      await map.get(keys[cut]);
      proxy.cutAll();
      await lifecycle.until('DISCONNECTED', cut);
    }
    traffic.on = false;
    await Promise.all(flows);
    expect(wrong).toBe(0);
    expect(figuresOf(client)).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });
});
