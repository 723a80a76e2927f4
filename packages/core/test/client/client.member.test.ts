import { AuthenticationError, Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from './support/embedded-member.js';
import { workerCount } from '../../src/client/worker-count.js';
import { connectMap, codeOf, connect, eventually, freshMap, testConfig } from './support/client-bench.js';
import { TESTED_WORKERS } from './support/workers.js';
import { Code } from './support/codes.js';
import { figuresOf } from './support/figures.js';

const member = await embeddedMember();

test.each(['auto', 0, 1] as const)(
  'a client with workers: %s says how many it has, and why',
  async (workers) => {
    const { client, log } = await connect(member.address, { runtime: { workers } });
    const chosen = client.stats().runtime;
    const count = workerCount(workers);
    // With `auto` there is none before one is needed.
    const isLater = workers === 'auto' && count.workers > 0;
    expect(chosen.workers).toBe(isLater ? 0 : count.workers);
    expect(chosen.reason).toContain(count.reason);
    const text = `worker threads: ${count.workers} (${count.reason})`;
    expect(log).toContainEqual({ level: 'debug', source: 'Client', text });
    expect(await (await freshMap(client)).size()).toBe(0);
  },
);

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  test('a cluster of another name refuses the client, which then is not there', async () => {
    const connections = member.connections;
    const { config, lifecycle } = testConfig(member.address, { runtime, clusterName: 'another' });
    const error = (await Client.newHazelcastClient(config).catch((e: unknown) => e)) as Error;
    expect(error).toMatchObject({ code: Code.AUTHENTICATION, constructor: AuthenticationError });
    expect(error.message).toMatch(/'another'/);
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'SHUTTING_DOWN', 'SHUTDOWN']);
    // Fewer where one of the test before was still being closed.
    await eventually(() => member.connections <= connections);
  });

  test('with asyncStart a client is there before it is connected', async () => {
    const { client, lifecycle } = await connect(member.address, {
      runtime,
      connectionStrategy: { asyncStart: true, connectionRetry: { initialBackoffMillis: 20 } },
    });
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED']);
    expect(await codeOf(client.getMap('m'))).toBe(Code.CLIENT_OFFLINE);
    await lifecycle.until('CONNECTED');
    expect(await (await client.getMap('m')).size()).toBe(0);
  });

  test('a client has the name, labels and address its members know', async () => {
    const { client } = await connect(member.address, {
      runtime,
      instanceName: 'the-name',
      clientLabels: ['blue', 'test'],
    });
    expect(client.getName()).toBe('the-name');
    const endpoint = client.getLocalEndpoint();
    expect(endpoint).toMatchObject({ name: 'the-name', labels: new Set(['blue', 'test']) });
    expect(endpoint.localAddress.host).toBe('127.0.0.1');
    expect(endpoint.localAddress.port).toBeGreaterThan(0);
    expect(endpoint.uuid.toString()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test('clients without a name get one each', async () => {
    const [first, second] = await Promise.all([
      connect(member.address, { runtime }),
      connect(member.address, { runtime }),
    ]);
    expect(first.client.getName()).toMatch(/^hz\.client_\d+$/);
    expect(second.client.getName()).not.toBe(first.client.getName());
  });

  test('two clients in one process share nothing but the cluster', async () => {
    const [first, second] = await Promise.all([
      connect(member.address, { runtime }),
      connect(member.address, { runtime }),
    ]);
    const map = await freshMap<string, number>(first.client);
    const same = await second.client.getMap<string, number>(map.getName());
    expect(same).not.toBe(map);
    await Promise.all(Array.from({ length: 500 }, (_, i) => map.set(`k${i}`, i)));
    expect(await Promise.all(Array.from({ length: 500 }, (_, i) => same.get(`k${i}`)))).toEqual(
      Array.from({ length: 500 }, (_, i) => i),
    );
    await first.client.shutdown();
    expect(await same.get('k1')).toBe(1);
  });

  test('getDistributedObjects finds what any client has made, and no longer what was destroyed', async () => {
    const { client } = await connect(member.address, { runtime });
    const other = await connect(member.address, { runtime });
    const ours = await freshMap(client);
    const theirs = await freshMap(other.client);
    const names = async (): Promise<string[]> =>
      (await client.getDistributedObjects()).map((object) => object.getName());
    expect(await names()).toEqual(expect.arrayContaining([ours.getName(), theirs.getName()]));
    const [found] = (await client.getDistributedObjects()).filter(
      (object) => object.getName() === theirs.getName(),
    );
    expect(found).toBe(await client.getMap(theirs.getName()));
    await found.destroy();
    expect(await names()).not.toContain(theirs.getName());
  });

  test('a lifecycle listener or a logger that throws disturbs neither the client nor the others', async () => {
    const boom = (): never => {
      throw new Error('a user’s own trouble');
    };
    const { client, lifecycle } = await connect(member.address, {
      runtime,
      lifecycleListeners: [boom],
      customLogger: { log: boom, error: boom, warn: boom, info: boom, debug: boom, trace: boom },
    });
    expect(await (await freshMap(client)).size()).toBe(0);
    await client.shutdown();
    expect(lifecycle.states.at(-1)).toBe('SHUTDOWN');
  });

  test('stats count what was done', async () => {
    const { client, map } = await connectMap(member.address, { runtime });
    const before = figuresOf(client);
    await Promise.all(Array.from({ length: 100 }, (_, i) => map.set(`k${i}`, 'x'.repeat(100))));
    const after = figuresOf(client);
    expect(after.operations - before.operations).toBe(100);
    expect(after.messagesIn - before.messagesIn).toBeGreaterThanOrEqual(100);
    expect(after.bytesOut - before.bytesOut).toBeGreaterThan(100 * 100);
    expect(after.bytesIn).toBeGreaterThan(before.bytesIn);
    expect(after.writes).toBeGreaterThan(before.writes);
    expect(after.reads).toBeGreaterThan(before.reads);
    expect(after).toMatchObject({ epoch: 0, inFlight: 0, queued: 0, rescues: 0, retries: 0, connections: 1 });
  });
});

test.each([
  [{ clusterNam: 'dev' }, /clusterNam/],
  [{ runtime: { requestRingBytes: 1000 } }, /runtime\.requestRingBytes.*1000/],
])('configuration %j is refused by name, and no thread is started', async (config, pattern) => {
  let started = 0;
  const onWorker = (): void => void started++;
  process.on('worker', onWorker);
  const error = (await (async () => Client.newHazelcastClient(config as object))().catch(
    (e: unknown) => e,
  )) as Error;
  process.off('worker', onWorker);
  expect(error).toMatchObject({ code: Code.INVALID_CONFIGURATION });
  expect(error.message).toMatch(pattern);
  expect(started).toBe(0);
});
