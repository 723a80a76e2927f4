import {
  LockContext,
  type Client,
  type IMap,
  type LoadBalancer,
  type Member,
  type MembershipEvent,
  type UUID,
} from 'offloop';
import { afterEach, expect, test } from 'vitest';

import { codeOf, connect, eventually, freshMap, type Config } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { EventLog } from '../objects/listeners/support/event-log.js';
import { connectOfficial } from './support/official.js';
import type { Place } from './support/proxied-cluster.js';
import { figuresOf } from '../client/support/figures.js';
import { proxiedCluster } from './support/proxied-cluster.js';

/** Milliseconds after which a call whose member cannot be reached is given up; the others are answered long before. */
const PATIENCE = 3_000;
const KEYS = Array.from({ length: 40 }, (_, i) => `key ${i}`);

const cluster = proxiedCluster(2);
afterEach(() => cluster.places.forEach(({ proxy }) => proxy.resume()));

/** A client with a connection to each member. */
async function connected(config: Config = {}): Promise<Client> {
  const { client } = await connect(cluster.places[0].proxy.address, config);
  await eventually(() => figuresOf(client).connections === 2);
  return client;
}

/** The same new map to two clients. */
async function sharedMap<V = string>(): Promise<[IMap<string, V>, IMap<string, V>, Client, Client]> {
  const [a, b] = [await connected(), await connected()];
  const map = await freshMap<string, V>(a);
  return [map, await b.getMap<string, V>(map.getName()), a, b];
}

const memberAt = (client: Client, place: Place): Member =>
  client.getCluster().getMembers(({ address }) => address.port === place.proxy.port)[0];

/** How each of `count` calls ends that any member can answer. */
function outcomes(map: Pick<IMap<unknown, unknown>, 'size'>, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => codeOf(map.size({ timeout: PATIENCE }))));
}

test('the cluster and partition services say what those of the official client say, also of who owns what', async () => {
  const ours = await connected();
  const theirs = await connectOfficial(cluster.places[0].proxy.address);
  expect(ours.getCluster().getMembers().map(String)).toEqual(theirs.getCluster().getMembers().map(String));
  const owners = (service: { getPartitionOwner(id: number): { toString(): string } }): string[] =>
    Array.from({ length: 271 }, (_, id) => String(service.getPartitionOwner(id)));
  // Partitions are handed out when the first of them is needed.
  await (await freshMap<string, string>(ours)).set('k', 'v');
  await eventually(() => !owners(ours.getPartitionService()).includes('undefined'));
  await eventually(() => !owners(theirs.getPartitionService()).includes('undefined'));
  expect(owners(ours.getPartitionService())).toEqual(owners(theirs.getPartitionService()));
  const each = cluster.places.map((place) => memberAt(ours, place).uuid.toString());
  expect(new Set(owners(ours.getPartitionService()))).toEqual(new Set(each));
});

test('ROUND_ROBIN asks the members in turn: with one that cannot be reached, every other call waits', async () => {
  const client = await connected({ metrics: { enabled: false } });
  const map = await freshMap(client);
  cluster.places[1].proxy.dropPackets();
  const codes = await outcomes(map, 8);
  expect(codes.filter((code) => code === 'resolved')).toHaveLength(4);
  expect(codes.filter((code) => code === Code.OPERATION_TIMEOUT)).toHaveLength(4);
  cluster.places[1].proxy.resume();
  await eventually(() => figuresOf(client).inFlight === 0);
});

test('a custom load balancer’s member gets the call, and another when that one has no connection', async () => {
  let chosen: { uuid: UUID } | null = null;
  const customLoadBalancer: LoadBalancer = {
    initLoadBalancer: () => undefined,
    next: () => chosen as Member | null,
  };
  const client = await connected({ loadBalancer: { customLoadBalancer }, metrics: { enabled: false } });
  const map = await freshMap(client);
  cluster.places[1].proxy.dropPackets();
  chosen = memberAt(client, cluster.places[0]);
  expect(new Set(await outcomes(map, 8))).toEqual(new Set(['resolved']));
  chosen = memberAt(client, cluster.places[1]);
  expect(new Set(await outcomes(map, 8))).toEqual(new Set([Code.OPERATION_TIMEOUT]));
  cluster.places[1].proxy.refuse();
  cluster.places[1].proxy.cutAll();
  await eventually(() => figuresOf(client).connections === 1);
  expect(new Set(await outcomes(map, 8))).toEqual(new Set(['resolved']));
});

test('a listener hears each change another client makes once, whichever member has the entry', async () => {
  const [map, theirs] = await sharedMap();
  const all = new EventLog(['added', 'updated', 'removed']);
  const one = new EventLog(['added', 'updated', 'removed']);
  const id = await map.addEntryListener(all.listener, undefined, true);
  await map.addEntryListener(one.listener, 'key 7', true);
  for (const key of KEYS) await theirs.set(key, '1');
  for (const key of KEYS) await theirs.put(key, '2');
  for (const key of KEYS) await theirs.remove(key);
  await Promise.all([all.untilCount(3 * KEYS.length), one.untilCount(3)]);
  for (const type of ['added', 'updated', 'removed']) {
    expect(all.keys(type).map(String).sort()).toEqual([...KEYS].sort());
  }
  expect(one.lines).toEqual(['added key 7=1<null', 'updated key 7=2<1', 'removed key 7=null<2']);
  expect(await map.removeEntryListener(id)).toBe(true);
  await theirs.set('key 7', '3');
  await one.untilCount(4);
  expect(all.events).toHaveLength(3 * KEYS.length);
});

test('a lock is held against other clients, handed on, freed by its lease, by force, and by its owner’s end', async () => {
  const [map, theirs, client] = await sharedMap();
  await map.lock('k');
  expect(await theirs.isLocked('k')).toBe(true);
  expect(await theirs.tryLock('k')).toBe(false);
  expect(await codeOf(theirs.unlock('k'))).toBe(Code.ILLEGAL_MONITOR_STATE);
  const waiting = theirs.lock('k');
  const blocked = theirs.set('k', 'theirs');
  await map.set('k', 'ours');
  await map.unlock('k');
  await waiting;
  await blocked;
  expect(await map.tryLock('k')).toBe(false);
  await map.forceUnlock('k');
  expect(await map.isLocked('k')).toBe(false);

  await map.lock('leased', 1000);
  await theirs.lock('leased');
  expect(await theirs.isLocked('leased')).toBe(true);

  for (const key of KEYS) await map.lock(key);
  const inherited = Promise.all(KEYS.map((key) => theirs.lock(key)));
  await client.shutdown();
  await inherited;
});

test('a lock is lost if members look before the worker that died is back: unlock says so, and it can be taken again', async () => {
  const saboteur = placeSaboteur();
  const { client, lifecycle } = await connect(cluster.places[0].proxy.address, { runtime: { workers: 1 } });
  await eventually(() => figuresOf(client).connections === 2);
  const map = await freshMap<string, string>(client);
  // Past the proxies, which hold back the other client.
  const other = await connect(`127.0.0.1:${cluster.places[0].clientPort}`, {
    network: { smartRouting: false },
  });
  const theirs = await other.client.getMap<string, string>(map.getName());
  await LockContext.run(async () => {
    await map.lock('k');
    const granted = theirs.lock('k');
    for (const { proxy } of cluster.places) proxy.refuse();
    saboteur.throwInShard(0, client.getName());
    await granted;
    for (const { proxy } of cluster.places) proxy.resume();
    await lifecycle.until('CONNECTED', 2);
    expect(await codeOf(map.unlock('k'))).toBe(Code.ILLEGAL_MONITOR_STATE);
    await theirs.unlock('k');
    await map.lock('k');
    await map.unlock('k');
  });
});

// Last: it takes a member away.
test('when a member dies, listeners hear of every later change once, and the services of who is left', async () => {
  const [map, theirs, client] = await sharedMap();
  const left: string[] = [];
  client.getCluster().addMembershipListener({
    memberRemoved: ({ member }: MembershipEvent) => void left.push(member.uuid.toString()),
  });
  const log = new EventLog(['added', 'updated']);
  await map.addEntryListener(log.listener, undefined, true);
  const [survivor, victim] = cluster.places.map((place) => memberAt(client, place).uuid.toString());
  await cluster.places[1].member.kill();
  await eventually(() => left.length > 0);
  expect(left).toEqual([victim]);
  expect(
    client
      .getCluster()
      .getMembers()
      .map(({ uuid }) => uuid.toString()),
  ).toEqual([survivor]);
  for (const key of KEYS) {
    // Until its backup is promoted, a partition has no owner: the call is sent again, or it may not have run.
    while ((await codeOf(theirs.set(key, 'v'))) !== 'resolved');
  }
  await theirs.set('last', 'v');
  await log.until(() => log.keys('added').includes('last'));
  expect(log.keys('added').map(String).sort()).toEqual([...KEYS, 'last'].sort());
  const partitions = client.getPartitionService();
  await eventually(() =>
    Array.from({ length: 271 }, (_, id) => String(partitions.getPartitionOwner(id))).every(
      (id) => id === survivor,
    ),
  );
  expect(figuresOf(client)).toMatchObject({ rescues: 0, epoch: 0 });
});
