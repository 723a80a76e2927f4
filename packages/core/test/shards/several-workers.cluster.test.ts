import { startRealCluster, type RealCluster } from '@offloop/tools';
import { LockContext, type Client } from 'offloop';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectMap, eventually, type Config, type ConnectedMap } from '../client/support/client-bench.js';
import { QUICK_INVALIDATIONS } from '../cluster/support/invalidations.js';
import { connectOfficial } from '../cluster/support/official.js';
import { placeSaboteur } from '../faults/support/saboteur.js';

const WORKERS = 2;
const KEYS = Array.from({ length: 200 }, (_, i) => `key${i}`);

let cluster: RealCluster;
beforeAll(async () => {
  // Members look every 10 s for clients without a connection, and free their locks. These do not look while the tests run.
  const properties = { ...QUICK_INVALIDATIONS, 'hazelcast.client.cleanup.period.millis': '3600000' };
  cluster = await startRealCluster(2, { heap: '256m', backupCount: 1, properties });
}, 180_000);
afterAll(() => cluster.kill());

async function open<K, V>(config: Config = {}): Promise<ConnectedMap<K, V>> {
  const connected = await connectMap<K, V>(cluster.addresses[0], {
    ...config,
    runtime: { workers: WORKERS },
  });
  await eventually(() => connectionsOf(connected.client).every((count) => count === cluster.members.length));
  return connected;
}

function connectionsOf(client: Client): number[] {
  return client.stats().shards.map(({ connections }) => connections);
}

describe('two workers and two members', () => {
  test('acknowledge each backup to the worker of its call', async () => {
    const { client, map } = await open<string, number>({
      properties: { 'hazelcast.client.operation.backup.timeout.millis': 600_000 },
    });
    const acks = (): number[] => client.stats().shards.map(({ backupAcks }) => backupAcks);
    while (acks().some((count) => count === 0)) await map.setAll(KEYS.map((key) => [key, 0]));
    const before = acks();
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    const gained = acks().map((count, i) => count - before[i]);
    expect(gained.reduce((sum, each) => sum + each, 0)).toBe(KEYS.length);
    expect(Math.min(...gained)).toBeGreaterThan(0);
  });

  test('hear each event of both members once, and the official client hears ours', async () => {
    const { map } = await open<string, number>();
    const theirs = await (await connectOfficial(cluster.addresses[1])).getMap<string, number>(map.getName());
    const [heard, theyHeard]: string[][] = [[], []];
    await map.addEntryListener({ added: ({ key }) => void heard.push(key) });
    await theirs.addEntryListener({ added: ({ key }) => void theyHeard.push(key) });
    await map.putAll(KEYS.map((key, i) => [key, i]));
    await eventually(() => heard.length >= KEYS.length && theyHeard.length >= KEYS.length);
    expect(heard.toSorted()).toEqual(KEYS.toSorted());
    expect(theyHeard.toSorted()).toEqual(KEYS.toSorted());
    expect(new Map(await map.getAll(KEYS))).toEqual(new Map(await theirs.getAll(KEYS)));
  });

  test('keep locks, listeners and near caches when the worker dies that leads', async () => {
    const saboteur = placeSaboteur();
    const { client, lifecycle, map } = await open<string, number>({ nearCaches: { 'near-*': {} } });
    const near = await client.getMap<string, number>('near-1');
    const theirs = await (await connectOfficial(cluster.addresses[1])).getMap<string, number>('near-1');
    const heard: string[] = [];
    await map.addEntryListener({ added: ({ key }) => void heard.push(key) });
    await theirs.setAll(KEYS.map((key) => [key, 0]));
    const readAll = (): Promise<(number | null)[]> => Promise.all(KEYS.map((key) => near.get(key)));
    await LockContext.run(async () => {
      for (const key of KEYS) await map.lock(key);
      for (let death = 0; death < 3; death++) {
        await readAll();
        saboteur.throwInShard(death % WORKERS);
        await lifecycle.until('CONNECTED', death + 2);
        await theirs.setAll(KEYS.map((key) => [key, death + 1]));
        await expect.poll(readAll, { timeout: 30_000 }).toEqual(KEYS.map(() => death + 1));
      }
      // No member has looked meanwhile, and the workers came back with their UUIDs.
      for (const key of KEYS) await map.unlock(key);
    });
    await eventually(() => connectionsOf(client).every((count) => count === 2));
    await map.clear();
    heard.length = 0;
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    await eventually(() => heard.length >= KEYS.length);
    expect(heard.toSorted()).toEqual(KEYS.toSorted());
  });
});
