import type { Member } from '@offloop/member';
import { ErrorCode } from '@offloop/wire';
import { Direction } from '@offloop/tools';
import { Client, type IMap } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { connect, eventually, type Config, TESTED_WORKERS, THREADS } from '../client/support/client-bench.js';
import { colour, failoverConfig } from '../client/support/colours.js';
import { memberOfTest } from '../client/support/embedded-member.js';
import { figuresOf } from '../client/support/figures.js';
import { startMemberThread } from '../client/support/member-thread.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { spinUntil } from '../client/support/spin-until.js';
import { placeSaboteur } from '../faults/support/saboteur.js';

const MAP = 'near';
const METADATA = 'map.fetchNearCacheInvalidationMetadata';
/** Seconds between two repairs: what is served without one is served for two of them. */
const INTERVAL = 0.25;

const nearCaches = { [MAP]: {} };
const properties = {
  'hazelcast.invalidation.reconciliation.interval.seconds': INTERVAL,
  'hazelcast.invalidation.min.reconciliation.interval.seconds': INTERVAL,
};

let member: Member;
let other: IMap<string, unknown>;
beforeEach(async () => {
  member = await memberOfTest();
  other = await (await connect(member.address)).client.getMap(MAP);
});

const figures = (client: Client) => client.stats().nearCaches[MAP];

async function nearMap(address: string, config: Config = {}) {
  const connected = await connect(address, { nearCaches, properties, ...config });
  const map = await connected.client.getMap<string, unknown>(MAP);
  return { ...connected, map };
}

/** The same where the client can only reach the member by a proxy, and the map of a client that goes past it. */
async function behindProxy(config: Config) {
  const { member: target, proxy } = await startProxiedMember();
  const theirs = await (await connect(target.address)).client.getMap<string, unknown>(MAP);
  return { target, proxy, theirs, ...(await nearMap(proxy.address, config)) };
}

/** Reads an entry until a read is answered from the near cache. */
async function served(client: Client, map: IMap<string, unknown>, key = 'k'): Promise<void> {
  const before = figures(client).hitCount;
  while (figures(client).hitCount === before) await map.get(key);
}

/** Reads until the value is there, which it is from then on. */
async function becomes(map: IMap<string, unknown>, value: unknown): Promise<void> {
  while ((await map.get('k')) !== value) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 5; i++) expect(await map.get('k')).toBe(value);
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };

  test('what was changed while the connection was cut is read when it is there again', async () => {
    expect.hasAssertions();
    const { proxy, theirs, client, map, lifecycle } = await behindProxy({ runtime });
    for (let round = 1; round <= 3; round++) {
      await theirs.set('k', `old ${round}`);
      await becomes(map, `old ${round}`);
      await served(client, map);
      proxy.refuse();
      proxy.cutAll();
      await lifecycle.until('DISCONNECTED', round);
      await theirs.set('k', `new ${round}`);
      proxy.resume();
      await lifecycle.until('CONNECTED', round + 1);
      await becomes(map, `new ${round}`);
      await served(client, map);
    }
  });

  test('what was changed while nothing came through is read when it does, an answer from before it is not kept', async () => {
    const { target, proxy, theirs, client, map } = await behindProxy({ runtime });
    await theirs.set('k', 'old');
    await becomes(map, 'old');
    await served(client, map);
    await theirs.set('l', 'old');
    proxy.dropPackets(Direction.DOWNSTREAM);
    const before = target.stats().requests['map.get'] ?? 0;
    const early = map.get('l');
    await eventually(() => (target.stats().requests['map.get'] ?? 0) > before);
    await theirs.set('k', 'new');
    await theirs.set('l', 'new');
    proxy.resume();
    expect(['old', 'new']).toContain(await early);
    await becomes(map, 'new');
    while ((await map.get('l')) !== 'new') await new Promise((resolve) => setImmediate(resolve));
    await served(client, map, 'l');
    expect(await map.get('l')).toBe('new');
  });

  test('without a connection entries are served until they are too old, and calls wait for the cluster then', async () => {
    const { proxy, theirs, client, map, lifecycle } = await behindProxy({ runtime });
    await theirs.set('k', 'v');
    await served(client, map);
    proxy.refuse();
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    const { missCount } = figures(client);
    const reads: Promise<unknown>[] = [];
    await eventually(() => {
      reads.push(map.get('k'));
      return figures(client).missCount > missCount;
    });
    await theirs.set('k', 'changed');
    proxy.resume();
    expect(await reads.at(-1)).toBe('changed');
    await served(client, map);
  });

  test('nothing is served while members do not say what they have told, and all again when they do', async () => {
    const { client, map } = await nearMap(member.address, { runtime });
    await other.set('k', 'v');
    await served(client, map);
    const refusal = { kind: 'error', code: ErrorCode.SECURITY, className: 'SecurityException' } as const;
    member.faults.add({ message: METADATA, action: refusal });
    const { missCount } = figures(client);
    while (figures(client).missCount === missCount) await map.get('k');
    const { hitCount } = figures(client);
    for (let i = 0; i < 10; i++) expect(await map.get('k')).toBe('v');
    expect(figures(client).hitCount).toBe(hitCount);
    member.faults.clear();
    await served(client, map);
  });

  test('an event loop that was blocked for two intervals serves nothing until the members were asked', async () => {
    // One that answers meanwhile, and a client whose worker writes.
    const thread = await startMemberThread();
    onTestFinished(() => thread.stop());
    const { client: writer } = await connect(thread.address, { runtime: { workers: 1 } });
    const theirs = await writer.getMap<string, unknown>(MAP);
    const { client, map } = await nearMap(thread.address, { runtime });
    await theirs.set('k', 'old');
    await becomes(map, 'old');
    await served(client, map);
    const answers = (): number => figuresOf(writer).messagesIn;
    const [{ missCount }, before] = [figures(client), answers()];
    const written = theirs.set('k', 'new');
    // It is sent at the end of the tick.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const end = performance.now() + 2500 * INTERVAL;
    spinUntil(() => answers() > before && performance.now() > end);
    const read = map.get('k');
    expect(figures(client).missCount).toBe(missCount + 1);
    expect(await read).toBe('new');
    await written;
    await served(client, map);
  });

  test('a map whose listener is refused is not cached, and says so', async () => {
    const refusal = { kind: 'error', code: ErrorCode.SECURITY, className: 'SecurityException' } as const;
    member.faults.add({ message: 'map.addNearCacheInvalidationListener', action: refusal });
    const { client, map, log } = await nearMap(member.address, { runtime });
    await eventually(() => log.some(({ text }) => text.includes(`the map '${MAP}' is not cached`)));
    for (let i = 0; i < 5; i++) {
      await other.set('k', i);
      expect(await map.get('k')).toBe(i);
    }
    expect(figures(client)).toMatchObject({ hitCount: 0, entryCount: 0 });
  });

  test('nothing of the cluster before is served by the next one', async () => {
    const clusters = [await colour('blue'), await colour('green')];
    const { config, lifecycle } = failoverConfig(clusters, { runtime, nearCaches, properties });
    const client = await Client.newHazelcastFailoverClient(config);
    onTestFinished(() => client.shutdown());
    const map = await client.getMap<string, unknown>(MAP);
    await map.set('k', 'blue');
    await served(client, map);
    await clusters[0].stop();
    await lifecycle.until('CHANGED_CLUSTER');
    expect(await map.get('k')).toBeNull();
    await map.set('k', 'green');
    await served(client, map);
    expect(await map.get('k')).toBe('green');
  });
});

test('what was changed while the worker died is read from its successor', async () => {
  expect.hasAssertions();
  const saboteur = placeSaboteur();
  const { client, map, lifecycle } = await nearMap(member.address, { runtime: { workers: THREADS } });
  await other.set('k', 'old');
  await served(client, map);
  saboteur.throwInThreads();
  await other.set('k', 'new');
  await lifecycle.until('CONNECTED', 2);
  await other.set('k', 'newer');
  await becomes(map, 'newer');
  await served(client, map);
  await other.set('k', 'newest');
  await becomes(map, 'newest');
});

test.each([1, 2, 3])(
  'with workers: %i, what was changed while no worker listened is found out when the next one does',
  async (workers) => {
    expect.hasAssertions();
    const saboteur = placeSaboteur();
    // No repair comes by itself in time.
    const { client, map, lifecycle } = await nearMap(member.address, {
      instanceName: 'near',
      runtime: { workers },
      properties: {},
    });
    for (let death = 0; death < 3; death++) {
      await other.set('k', `old ${death}`);
      await becomes(map, `old ${death}`);
      await served(client, map);
      const { connections } = member;
      const release = workers > 1 ? saboteur.blockThreads((death + 1) % workers, 'near') : () => undefined;
      saboteur.throwInShard(death % workers, 'near');
      await eventually(() => member.connections < connections);
      await other.set('k', `new ${death}`);
      release();
      await lifecycle.until('CONNECTED', death + 2);
      await becomes(map, `new ${death}`);
      await served(client, map);
    }
  },
);
