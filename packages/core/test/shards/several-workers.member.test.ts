import { LockContext, type Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { memberOfTest, embeddedMember } from '../client/support/embedded-member.js';
import {
  connectMap,
  codeOf,
  eventually,
  freshMap,
  type Config,
  type ConnectedMap,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { fn } from '../transforms/support/functions.js';

const member = await embeddedMember();

function open<K, V>(workers: number, config: Config = {}): Promise<ConnectedMap<K, V>> {
  return connectMap(member.address, { ...config, runtime: { workers, ...config.runtime } });
}

const KEYS = Array.from({ length: 64 }, (_, i) => `key${i}`);

/** Keys of one shard. */
function keysOf(client: Client, shard: number, shards: number): string[] {
  return KEYS.filter((key) => client.getPartitionService().getPartitionId(key) % shards === shard);
}

describe.each([1, 2, 4])('a client with workers: %i', (workers) => {
  test('is one client: CONNECTED once, an event once, a name and a UUID a shard', async () => {
    const { client, lifecycle } = await open(workers, { instanceName: `one-of-${workers}` });
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
    const names = Object.keys(member.labels()).filter((name) => name.startsWith(`one-of-${workers}`));
    expect(names.toSorted()).toEqual(
      Array.from({ length: workers }, (_, i) => (i === 0 ? `one-of-${workers}` : `one-of-${workers}#${i}`)),
    );
    const map = await freshMap<string, number>(client);
    const added: string[] = [];
    const listener = await map.addEntryListener({ added: ({ key }) => void added.push(key) });
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    await eventually(() => added.length >= KEYS.length);
    expect(await map.size()).toBe(KEYS.length);
    expect(added.toSorted()).toEqual(KEYS.toSorted());
    expect(await map.removeEntryListener(listener)).toBe(true);
    await map.clear();
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    expect(added).toHaveLength(KEYS.length);
    expect(client.stats().shards).toHaveLength(workers);
    expect(client.stats().runtime.workers).toBe(workers);
  });

  test('spreads calls, and those of one key keep their order', async () => {
    const { client, map } = await open<string, number>(workers);
    const before = client.stats().shards.map(({ operations }) => operations);
    const puts = KEYS.map((key) => Array.from({ length: 20 }, (_, i) => map.put(key, i)));
    for (const results of await Promise.all(puts.map((each) => Promise.all(each)))) {
      expect(results).toEqual([null, ...Array.from({ length: 19 }, (_, i) => i)]);
    }
    const stats = client.stats();
    stats.shards.forEach(({ operations }, i) => {
      expect(operations - before[i]).toBe(20 * keysOf(client, i, workers).length);
    });
    expect(stats.total).toMatchObject({
      connections: workers,
      operations: stats.shards.reduce((sum, { operations }) => sum + operations, 0),
    });
  });

  test('carries out calls without a key on one object in their order, its end and its creation among them', async () => {
    const { client } = await open(workers);
    for (let i = 0; i < 20; i++) {
      const queue = await client.getQueue<number>(`queue-${i}`);
      const map = await client.getMap<string, number>(`map-of-${workers}-${i}`);
      const offered = queue.offer(i);
      const ends = [queue.destroy(), map.destroy()];
      const again = [client.getQueue<number>(queue.getName()), client.getMap(map.getName())] as const;
      await Promise.all([offered, ...ends, ...again]);
      const objects = (await client.getDistributedObjects()).map((object) => object.getName());
      expect(objects).toEqual(expect.arrayContaining([queue.getName(), map.getName()]));
      expect(await (await again[0]).size()).toBe(0);
    }
  });

  test('reads documents of many shapes, which each worker tells of by itself', async () => {
    const { map } = await open<string, unknown>(workers, { runtime: { packJsonFrom: 1 } });
    const documents = new Map(
      KEYS.map((key, i) => [
        key,
        Object.fromEntries(
          Array.from({ length: 3 + (i % 7) }, (_, j) => [`of-${i % 11}-${j}`, { [key]: j }]),
        ),
      ]),
    );
    await map.setAll([...documents]);
    for (let round = 0; round < 3; round++) {
      for (const [key, document] of documents) expect(await map.get(key)).toEqual(document);
      expect(new Map(await map.getAll(KEYS))).toEqual(documents);
    }
  });

  test('runs transforms on the answers of all workers', async () => {
    const { map } = await open<string, unknown>(workers, { runtime: { transforms: { threads: 2 } } });
    await map.setAll(KEYS.map((key, i) => [key, { number: i }]));
    const all = await map.getAllTransformed([...KEYS, 'absent'], fn('kindOf'));
    expect(all.map(([key]) => key)).toEqual(KEYS);
    expect(await map.getTransformed(KEYS[5], fn('kindOf'))).toEqual(all[5][1]);
    expect(await map.getAllTransformed(['absent'], fn('kindOf'))).toEqual([]);
  });

  test('takes, renews and releases a lock by one shard', async () => {
    const { client } = await open(workers);
    const other = await open(1);
    const map = await freshMap<string, number>(client);
    const same = await other.client.getMap<string, number>(map.getName());
    await LockContext.run(async () => {
      for (const key of KEYS) await map.lock(key);
      for (const key of KEYS) await map.lock(key, 60_000);
      expect(await Promise.all(KEYS.map((key) => same.tryLock(key)))).toEqual(KEYS.map(() => false));
      await map.setAll(KEYS.map((key) => [key, 1]));
      for (const key of KEYS) await map.unlock(key);
      for (const key of KEYS) await map.unlock(key);
    });
    expect(await Promise.all(KEYS.map((key) => same.tryLock(key)))).toEqual(KEYS.map(() => true));
  });

  test('has limits, a diagnosis and a health for all its shards', async () => {
    const { client, map } = await open<string, number>(workers, { runtime: { maxPendingCalls: 10 } });
    const swallowed = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
    const keys = KEYS.slice(0, 11);
    const calls = keys.map((key) => codeOf(map.get(key, { timeout: 60_000 })));
    expect(await calls[10]).toBe(Code.BACKPRESSURE);
    await swallowed.untilHit(10);
    expect(client.health()).toMatchObject({ connected: true, inFlight: 10 });
    const diagnosis = await client.diagnose();
    expect(diagnosis.shards).toHaveLength(workers);
    expect(diagnosis.shards.map(({ calls: { pending } }) => pending)).toEqual(
      Array.from(
        { length: workers },
        (_, i) =>
          keysOf(client, i, workers).filter((key) => keys.indexOf(key) < 10 && keys.includes(key)).length,
      ),
    );
    for (const { worker } of diagnosis.shards) expect(worker?.connections).toHaveLength(1);
    await client.shutdown();
    expect(await Promise.all(calls.slice(0, 10))).toEqual(
      calls.slice(0, 10).map(() => Code.CLIENT_NOT_ACTIVE),
    );
  });

  test('comes back to a cluster that was started anew, and makes its maps there', async () => {
    const first = await memberOfTest();
    const { client, lifecycle, map } = await connectMap<string, number>(first.address, {
      runtime: { workers },
    });
    const added: string[] = [];
    await map.addEntryListener({ added: ({ key }) => void added.push(key) });
    await map.set('before', 1);
    await first.stop();
    await lifecycle.until('DISCONNECTED');
    await memberOfTest({ port: first.port });
    await lifecycle.until('CONNECTED', 2);
    expect(client.health().connected).toBe(true);
    added.length = 0;
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    expect(await map.size()).toBe(KEYS.length);
    await eventually(() => added.length >= KEYS.length);
    expect(added.toSorted()).toEqual(KEYS.toSorted());
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED', 'DISCONNECTED', 'CONNECTED']);
  });
});

describe.each([2, 4])('with workers: %i, when the leader’s worker dies', (workers) => {
  test('the next shard listens in its place: no event is lost afterwards, and none comes twice', async () => {
    const saboteur = placeSaboteur();
    const { client, lifecycle, map } = await open<string, number>(workers);
    const added: string[] = [];
    const kept = await map.addEntryListener({ added: ({ key }) => void added.push(key) });
    for (let death = 0; death < 3; death++) {
      saboteur.throwInShard(death % workers);
      await lifecycle.until('CONNECTED', death + 2);
      await map.clear();
      added.length = 0;
      await Promise.all(KEYS.map((key, i) => map.set(key, i)));
      await eventually(() => added.length >= KEYS.length);
      await map.size();
      expect(added.toSorted()).toEqual(KEYS.toSorted());
    }
    expect(await map.removeEntryListener(kept)).toBe(true);
    await map.clear();
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    await map.size();
    expect(added).toHaveLength(KEYS.length);
    const members = client.getCluster().getMembers();
    expect(members).toHaveLength(1);
    expect(client.getPartitionService().getPartitionOwner(0)).toEqual(members[0].uuid);
  });
});

test.each([0, 1])('the death of shard %i rejects only its calls', async (dead) => {
  const saboteur = placeSaboteur();
  const { client, lifecycle, map } = await open<string, number>(2);
  const swallowed = member.faults.add({ message: 'map.put', action: { kind: 'swallow' } });
  const own = keysOf(client, dead, 2);
  const others = keysOf(client, 1 - dead, 2);
  const rejected = own.map((key) => codeOf(map.put(key, 1)));
  const abort = new AbortController();
  const pending = others.map((key) =>
    codeOf(map.put(key, 1, undefined, undefined, { signal: abort.signal })),
  );
  await swallowed.untilHit(KEYS.length);
  saboteur.throwInShard(dead);
  expect(await Promise.all(rejected)).toEqual(own.map(() => Code.INDETERMINATE));
  await lifecycle.until('CONNECTED', 2);
  expect(client.stats().shards[1 - dead]).toMatchObject({ epoch: 0, inFlight: others.length });
  abort.abort();
  expect(await Promise.all(pending)).toEqual(others.map(() => Code.CANCELLATION));
  member.faults.clear();
  expect(await Promise.all(KEYS.map((key) => map.put(key, 2)))).toHaveLength(KEYS.length);
});
