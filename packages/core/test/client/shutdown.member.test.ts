import type { Worker } from 'node:worker_threads';
import { Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from './support/embedded-member.js';
import { connectMap, codeOf, connect, eventually, freshMap, testConfig } from './support/client-bench.js';
import { TESTED_WORKERS } from './support/workers.js';
import { Code } from './support/codes.js';
import { proxyTo } from './support/proxied-member.js';

const member = await embeddedMember();

/** When nothing is left of the clients before: the member hears of their end after they have. */
async function liveResourcesAtRest(): Promise<string[]> {
  await eventually(() => member.connections === 0);
  return liveResources();
}

function liveResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /TCPSocketWrap|Worker|MessagePort|TCPConnect/.test(kind));
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  test('shutdown is no warning: the connections it closes are not lost', async () => {
    const { client, log } = await connect(member.address, { runtime });
    await (await freshMap(client)).set('k', 'v');
    await client.shutdown();
    await eventually(() => log.some(({ level, text }) => level === 'info' && text.includes('shut down')));
    expect(log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });

  test('shutdown settles ten thousand calls in flight', async () => {
    const { client, map } = await connectMap(member.address, { runtime });
    member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    const calls = Array.from({ length: 10_000 }, (_, i) => codeOf(map.get(`k${i}`)));
    await client.shutdown();
    const codes = await Promise.all(calls);
    expect(new Set(codes)).toEqual(new Set([Code.CLIENT_NOT_ACTIVE]));
  });

  test('shutdown settles calls that still wait for room in the ring', async () => {
    const { client, map } = await connectMap(member.address, {
      runtime: { ...runtime, requestRingBytes: 1024 },
    });
    const calls = Array.from({ length: 3000 }, (_, i) => codeOf(map.set(`k${i}`, 'v'.repeat(i % 2000))));
    const stopped = client.shutdown();
    const codes = new Set(await Promise.all(calls));
    await stopped;
    expect(codes.has(Code.CLIENT_NOT_ACTIVE)).toBe(true);
    expect([...codes].filter((code) => code !== Code.CLIENT_NOT_ACTIVE && code !== 'resolved')).toEqual([]);
  });

  test('answers too long for the ring that came before shutdown do not keep it from ending', async () => {
    const { client, map } = await connectMap<string, Buffer>(member.address, {
      runtime: { ...runtime, completionRingBytes: 4096 },
    });
    await map.set('k', Buffer.alloc(50_000, 1));
    const calls = Array.from({ length: 300 }, () => codeOf(map.get('k')));
    await new Promise(setImmediate);
    const stopped = client.shutdown();
    // The agent answers, closes and ends while this thread does not look.
    const until = performance.now() + 300;
    while (performance.now() < until);
    await stopped;
    const codes = new Set(await Promise.all(calls));
    expect([...codes].filter((code) => code !== Code.CLIENT_NOT_ACTIVE && code !== 'resolved')).toEqual([]);
  });

  test('shutdown may be called again and again, and from a lifecycle listener', async () => {
    const reentered: Promise<void>[] = [];
    let client: Client | undefined;
    const connected = await connect(member.address, {
      runtime,
      lifecycleListeners: [
        (state) => {
          if (state === 'SHUTTING_DOWN' && client !== undefined) reentered.push(client.shutdown());
        },
      ],
    });
    client = connected.client;
    await Promise.all([client.shutdown(), client.shutdown(), client[Symbol.asyncDispose]()]);
    await client.shutdown();
    await Promise.all(reentered);
    expect(connected.lifecycle.count('SHUTTING_DOWN')).toBe(1);
    expect(connected.lifecycle.count('SHUTDOWN')).toBe(1);
  });

  test('after shutdown every call rejects, and nothing of the client is left', async () => {
    const before = await liveResourcesAtRest();
    const { config } = testConfig(member.address, { runtime });
    const client = await Client.newHazelcastClient(config);
    const map = await freshMap(client);
    await map.set('k', 'v');
    expect(client.getLifecycleService().isRunning()).toBe(true);
    await client.shutdown();
    expect(client.getLifecycleService().isRunning()).toBe(false);
    expect(await codeOf(map.get('k'))).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(await codeOf(map.size())).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(await codeOf(map.putAll([['k', 'v']]))).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(await codeOf(client.getMap('other'))).toBe(Code.CLIENT_NOT_ACTIVE);
    expect(client.stats().shards).toEqual([]);
    await eventually(() => member.connections === 0);
    await eventually(() => liveResources().length <= before.length);
  });

  test('a worker’s thread has ended when shutdown resolves', async () => {
    const exits: Promise<unknown>[] = [];
    const onWorker = (worker: Worker): void => {
      exits.push(new Promise((resolve) => worker.once('exit', resolve)));
    };
    process.on('worker', onWorker);
    onTestFinished(() => void process.off('worker', onWorker));
    const { client } = await connect(member.address, { runtime });
    // A lock is kept by a thread, where there may be one.
    await (await freshMap(client)).lock('k');
    const threads = workers === 'auto' ? 1 : workers;
    expect(exits).toHaveLength(threads);
    let ended = 0;
    for (const exit of exits) void exit.then(() => ended++);
    await client.shutdown();
    expect(ended).toBe(threads);
  });

  test('a client that never got in can be shut down, and its start then rejects', async () => {
    const proxy = await proxyTo(member.address);
    proxy.refuse();
    const { config } = testConfig(proxy.address, { runtime, connectionStrategy: { asyncStart: true } });
    const client = await Client.newHazelcastClient(config);
    await proxy.untilAccepted(2);
    expect(await codeOf(client.getMap('m'))).toBe(Code.CLIENT_OFFLINE);
    await client.shutdown();
  });

  test('a client whose member accepts and stays silent shuts down without waiting for it', async () => {
    const before = await liveResourcesAtRest();
    const proxy = await proxyTo(member.address);
    proxy.dropPackets();
    const { config, log } = testConfig(proxy.address, {
      runtime,
      network: { clusterMembers: [proxy.address], connectionTimeout: 3_600_000 },
      connectionStrategy: { asyncStart: true },
    });
    const client = await Client.newHazelcastClient(config);
    await proxy.untilAccepted(1);
    await client.shutdown();
    expect(log.filter(({ text }) => /had to be ended/.test(text))).toEqual([]);
    await proxy.close();
    await eventually(() => liveResources().length <= before.length);
  });
});
