import { freePort } from '@offloop/tools';
import { Client } from 'offloop';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { embeddedMember } from './support/embedded-member.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import {
  connectMap,
  codeOf,
  connect,
  eventually,
  freshMap,
  testConfig,
  untilAllDisconnected,
} from './support/client-bench.js';
import { Code } from './support/codes.js';
import { proxiedMap, startProxiedMember } from './support/proxied-member.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const member = await embeddedMember();

describe.each([
  { runtime: { workers: 1 } },
  { runtime: { workers: 0 } },
  { runtime: { workers: 2 } },
] as const)('with %o a diagnosis', ({ runtime }) => {
  /** The worker of the key `k`. */
  const ofKey = <Shard>(client: Client, shards: readonly Shard[]): Shard =>
    shards[client.getPartitionService().getPartitionId('k') % shards.length];
  const shardCount = Math.max(1, runtime.workers);

  test('finds a call that its member does not answer', async () => {
    const { client, map } = await connectMap<string, number>(member.address, { runtime });
    const swallowed = member.faults.add({ message: 'map.set', action: { kind: 'swallow' } });
    const call = codeOf(map.set('k', 1));
    await swallowed.untilHit(1);
    const { start, listeners, shards } = await client.diagnose();
    expect(start).toEqual([]);
    expect(listeners).toEqual({ registered: 0, waiting: 0 });
    expect(shards).toHaveLength(shardCount);
    for (const shard of shards) {
      const pending = shard === ofKey(client, shards) ? 1 : 0;
      expect(shard).toMatchObject({
        epoch: 0,
        calls: { pending },
        queued: 0,
        held: 0,
        requests: { pending: 0 },
      });
      expect(shard.worker).toMatchObject({ connections: [{ address: member.address, stage: 'ready' }] });
    }
    const { worker } = ofKey(client, shards);
    expect(worker).toMatchObject({
      connections: [{ address: member.address, stage: 'ready', unwrittenBytes: 0, pendingBackups: 0 }],
      failures: [],
      calls: [{ stage: 'written', address: member.address, mayRest: false, calls: 1 }],
      retryQueue: { calls: 0, reason: null },
      isCongested: false,
    });
    expect(worker!.calls[0].member).toBe(worker!.connections[0].member);
    expect(worker!.calls[0].oldestMillis).toBeGreaterThanOrEqual(0);
    await client.shutdown();
    expect(await call).toBe(Code.CLIENT_NOT_ACTIVE);
  });

  test('finds calls that wait for a connection, and why there is none', async () => {
    const { proxy, client, map } = await proxiedMap<string, number>({ runtime });
    proxy.refuse();
    proxy.cutAll();
    await untilAllDisconnected(client);
    const call = codeOf(map.set('k', 1));
    const look = async () => ofKey(client, (await client.diagnose()).shards).worker;
    let worker = await look();
    while (worker?.failures.length === 0) worker = await look();
    expect(worker!.calls).toMatchObject([{ stage: 'waiting for a connection', address: null, calls: 1 }]);
    expect(worker!.retryQueue).toEqual({ calls: 1, reason: 'no connection to the cluster' });
    expect(worker!.failures).toMatchObject([{ address: proxy.address }]);
    proxy.resume();
    expect(await call).toBe('resolved');
  });

  test('is given by a client that is shut down, too', async () => {
    const { client } = await connect(member.address, { runtime });
    await client.shutdown();
    expect((await client.diagnose()).shards).toMatchObject(
      Array.from({ length: shardCount }, () => ({
        requests: null,
        completions: null,
        worker: null,
        calls: { pending: 0 },
      })),
    );
  });
});

describe.each([1, 2])('with workers: %i', (workers) => {
  test('of a worker that stands still a diagnosis has what needs no worker, and says that it has no answer', async () => {
    const saboteur = placeSaboteur();
    const { client, map } = await connectMap<string, number>(member.address, { runtime: { workers } });
    const release = saboteur.blockThreads();
    onTestFinished(release);
    // Until then they may still answer.
    let { shards } = await client.diagnose();
    while (shards.some(({ worker }) => worker !== null)) ({ shards } = await client.diagnose());
    // Of two workers each has some of these keys.
    const calls = ['a', 'b', 'c', 'd'].map((key) => map.set(key, 1));
    for (const stuck of (await client.diagnose()).shards) {
      expect(stuck.worker).toBeNull();
      expect(stuck.calls.pending).toBeGreaterThan(0);
      expect(stuck.requests!.pending).toBeGreaterThan(0);
      expect(stuck.thread.sinceTurn).toBeGreaterThan(stuck.caller.sinceTurn!);
    }
    release();
    await Promise.all(calls);
    for (const { worker } of (await client.diagnose()).shards) expect(worker).not.toBeNull();
  });
});

test('an answer of one worker is not kept for as long as another stands still', async () => {
  const saboteur = placeSaboteur();
  const { client } = await connect(member.address, { runtime: { workers: 2 } });
  // Before a worker stands still: it may be the one that makes a map on the cluster.
  const map = await freshMap<string, number>(client);
  let { shards } = await client.diagnose();
  while (shards[1].worker !== null) {
    // Again and again: a thread that is still starting does not hear it.
    onTestFinished(saboteur.blockThreads(1));
    ({ shards } = await client.diagnose());
  }
  expect(shards[0].worker!.calls).toEqual([]);
  const swallowed = member.faults.add({ message: 'map.set', action: { kind: 'swallow' } });
  const ofFirst = ['a', 'b', 'c', 'd'].find(
    (key) => client.getPartitionService().getPartitionId(key) % 2 === 0,
  )!;
  void codeOf(map.set(ofFirst, 1));
  await swallowed.untilHit(1);
  ({ shards } = await client.diagnose());
  expect(shards.map(({ worker }) => worker?.calls.length)).toEqual([1, undefined]);
});

describe('a start that takes longer than ten seconds', () => {
  const SLOW = 10_000;

  /** Those timers that have nothing to do but to wait for so long. */
  let slow: (() => void)[];
  beforeEach(() => {
    slow = [];
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback: () => void, millis?: number) => {
      if (millis === SLOW) slow.push(callback);
      return setTimeout(callback, millis);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const warningsOf = (log: readonly { level: string; text: string }[]): string[] =>
    log.filter(({ level, text }) => level === 'warn' && text.includes('the start')).map(({ text }) => text);

  async function warning(log: readonly { level: string; text: string }[]): Promise<string> {
    for (const due of slow) due();
    await eventually(() => warningsOf(log).length > 0);
    expect(warningsOf(log)).toHaveLength(1);
    return warningsOf(log)[0];
  }

  test('names the addresses that were tried, and why each failed', async () => {
    const port = await freePort();
    const { config, log } = testConfig(`127.0.0.1:${port}`, {
      connectionStrategy: { asyncStart: true, connectionRetry: { initialBackoffMillis: 20 } },
    });
    const client = await Client.newHazelcastClient(config);
    await eventually(() => log.some(({ text }) => text.includes('no member could be reached')));
    expect(await client.diagnose()).toMatchObject({ start: [{ what: 'a connection' }] });
    const text = await warning(log);
    expect(text).toContain('the start has waited for 10 s for a connection');
    expect(text).toContain(`tried 127.0.0.1:${port} (connect ECONNREFUSED`);
    await client.shutdown();
    expect((await client.diagnose()).start).toEqual([]);
  });

  test('names the member that does not confirm a listener', async () => {
    const swallowed = member.faults.add({
      message: 'client.addDistributedObjectListener',
      action: { kind: 'swallow' },
    });
    const { config, log } = testConfig(member.address, {
      // With 'auto' the loop's connection waits for no listener.
      runtime: { workers: 1 },
      network: { clusterMembers: [member.address], connectionTimeout: 0 },
      connectionStrategy: { asyncStart: true },
    });
    const client = await Client.newHazelcastClient(config);
    onTestFinished(() => client.shutdown());
    // Without a connection it resolves at once, and its registration is made with the first one.
    await client.addDistributedObjectListener(() => undefined);
    await swallowed.untilHit(1);
    expect(await warning(log)).toContain(`under way ${member.address} (registering listeners`);
  });

  test('names the load balancer that does not get ready, and rejects when the client is shut down', async () => {
    const { proxy } = await startProxiedMember();
    let asked = false;
    const { config, log } = testConfig(proxy.address, {
      connectionStrategy: { reconnectMode: 'OFF' },
      loadBalancer: {
        customLoadBalancer: {
          // Not all are as synchronous as the interface.
          initLoadBalancer: (): never => {
            asked = true;
            return new Promise(() => undefined) as never;
          },
          next: () => null,
        },
      },
    });
    const started = codeOf(Client.newHazelcastClient(config));
    await eventually(() => asked);
    expect(await warning(log)).toBe(
      'the start has waited for 10 s for the custom load balancer (initLoadBalancer)',
    );
    proxy.cutAll();
    expect(await started).toBe(Code.ILLEGAL_STATE);
  });

  test('names TLS options that do not come', async () => {
    const { config, log } = testConfig(member.address, {
      network: {
        ssl: {
          enabled: true,
          sslOptionsFactory: {
            init: (): Promise<void> => new Promise(() => undefined),
            getSSLOptions: () => ({}),
          },
        },
      },
    });
    void Client.newHazelcastClient(config);
    expect(await warning(log)).toBe('the start has waited for 10 s for TLS options (network.ssl)');
  });
});
