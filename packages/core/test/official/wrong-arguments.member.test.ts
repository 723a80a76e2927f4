import { Client as OfficialClient } from 'hazelcast-client';
import {
  Client,
  Predicates,
  type IMap,
  type IQueue,
  type ITopic,
  type ReplicatedMap,
  type Ringbuffer,
} from 'offloop';
import { expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';

interface Objects {
  readonly client: Client;
  readonly map: IMap<unknown, unknown>;
  readonly near: IMap<unknown, unknown>;
  readonly replicated: ReplicatedMap<unknown, unknown>;
  readonly queue: IQueue<unknown>;
  readonly ring: Ringbuffer<unknown>;
  readonly topic: ITopic<unknown>;
}

/** The same objects of both clients, on one member; names begin with `prefix`, as both see each other's. */
async function both(): Promise<[ours: Objects, official: Objects]> {
  const member = await memberOfTest();
  const { ours, official } = await connectBoth(member.address, { nearCaches: { 'near-*': {} } });
  const objectsOf = async (client: Client, owner: string): Promise<Objects> => ({
    client,
    map: await client.getMap(`map-${owner}`),
    near: await client.getMap(`near-${owner}`),
    replicated: await client.getReplicatedMap(`replicated-${owner}`),
    queue: await client.getQueue(`queue-${owner}`),
    ring: await client.getRingbuffer(`ring-${owner}`),
    topic: await client.getReliableTopic(`topic-${owner}`),
  });
  return [await objectsOf(ours, 'ours'), await objectsOf(official as unknown as Client, 'official')];
}

/** Says how a call ends: what it throws at once, rejects with or resolves to. */
async function outcome(call: () => unknown): Promise<string> {
  let how = 'throws';
  try {
    const promise = call();
    how = 'rejects';
    return `resolves to ${JSON.stringify(await promise)}`;
  } catch (error) {
    return `${how} ${(error as Error).constructor.name}`;
  }
}

const none = null as never;
const all = Predicates.alwaysTrue();

const calls: readonly (readonly [what: string, call: (objects: Objects) => unknown])[] = [
  ...(['map', 'near'] as const).flatMap((kind): [string, (objects: Objects) => unknown][] => [
    [`${kind}: get`, (objects) => objects[kind].get(none)],
    [`${kind}: put, key`, (objects) => objects[kind].put(none, 1)],
    [`${kind}: put, value`, (objects) => objects[kind].put(1, none)],
    [`${kind}: putTransient`, (objects) => objects[kind].putTransient(1, none)],
    [`${kind}: putAll`, (objects) => objects[kind].putAll([['a', none]])],
    [`${kind}: setAll`, (objects) => objects[kind].setAll([[none, 1]])],
    [`${kind}: getAll`, (objects) => objects[kind].getAll(none)],
    [`${kind}: getAll of a text`, (objects) => objects[kind].getAll('ab' as never)],
    [`${kind}: remove, value`, (objects) => objects[kind].remove(1, none)],
    [`${kind}: keySetWithPredicate`, (objects) => objects[kind].keySetWithPredicate(none)],
    [`${kind}: valuesWithPredicate`, (objects) => objects[kind].valuesWithPredicate(none)],
    [`${kind}: entrySetWithPredicate`, (objects) => objects[kind].entrySetWithPredicate(none)],
    [`${kind}: removeAll`, (objects) => objects[kind].removeAll(none)],
    [`${kind}: aggregate`, (objects) => objects[kind].aggregate(none)],
    [`${kind}: aggregateWithPredicate`, (objects) => objects[kind].aggregateWithPredicate(none, all)],
    [`${kind}: addIndex`, (objects) => objects[kind].addIndex(none)],
    [`${kind}: executeOnKey`, (objects) => objects[kind].executeOnKey(1, none)],
    [`${kind}: executeOnKeys`, (objects) => objects[kind].executeOnKeys(none, {})],
    [`${kind}: executeOnEntries`, (objects) => objects[kind].executeOnEntries(none)],
    [`${kind}: addEntryListener, key`, (objects) => objects[kind].addEntryListener({}, none)],
    [
      `${kind}: addEntryListenerWithPredicate`,
      (objects) => objects[kind].addEntryListenerWithPredicate({}, none),
    ],
    [`${kind}: tryLock`, (objects) => objects[kind].tryLock(none)],
  ]),
  ['a time to live that is the text of a number', ({ map }) => map.set('t', 1, '600000' as never)],
  ['replicated map: put', ({ replicated }) => replicated.put('a', none)],
  ['replicated map: containsValue', ({ replicated }) => replicated.containsValue(none)],
  ['queue: offer', ({ queue }) => queue.offer(none)],
  ['queue: a time that is the text of a number', ({ queue }) => queue.poll('5' as never)],
  ['ring buffer: readOne', ({ ring }) => ring.readOne(-1)],
  ['ring buffer: readMany, start', ({ ring }) => ring.readMany(-1, 0, 1)],
  ['ring buffer: readMany, start alone', ({ ring }) => ring.readMany(-1, none, none)],
  ['ring buffer: readMany, least', ({ ring }) => ring.readMany(0, -1, undefined as never)],
  ['ring buffer: readMany, least and most', ({ ring }) => ring.readMany(0, 2, 1)],
  ['ring buffer: readMany, most', ({ ring }) => ring.readMany(0, 1, 1001)],
  ['ring buffer: add', ({ ring }) => ring.add(none)],
  ['topic: publish', ({ topic }) => topic.publish(none)],
  ['cluster: addMembershipListener', ({ client }) => client.getCluster().addMembershipListener(none)],
  ['CP: a name that is none', ({ client }) => client.getCPSubsystem().getLock(7 as never)],
  ['CP: an empty group', ({ client }) => client.getCPSubsystem().getSemaphore('a@')],
];

test('what is wrong with an argument is thrown, or rejects, with the official class', async () => {
  const [ours, official] = await both();
  for (const [what, call] of calls)
    expect([what, await outcome(() => call(ours))]).toEqual([what, await outcome(() => call(official))]);
});

test('a configuration that is wrong is thrown at once', async () => {
  for (const config of [
    { clusterName: 5 },
    { customLogger: 'no logger' },
    { properties: { 'hazelcast.logging.level': 'unknown' } },
  ] as never[]) {
    const official = await outcome(() => OfficialClient.newHazelcastClient(config));
    expect(official).toBe('throws InvalidConfigurationError');
    expect(await outcome(() => Client.newHazelcastClient(config))).toBe(official);
  }
  const official = await outcome(() => OfficialClient.newHazelcastFailoverClient({ clientConfigs: [] }));
  expect(await outcome(() => Client.newHazelcastFailoverClient({ clientConfigs: [] }))).toBe(official);
});

test('a queue is drained into whatever has push', async () => {
  for (const { queue } of await both()) {
    await queue.addAll([1, 2]);
    const drained: unknown[] = [];
    const target = { push: (item: unknown) => drained.push(item) };
    expect(await queue.drainTo(target as unknown as unknown[])).toBe(2);
    expect(drained).toEqual([1, 2]);
  }
});

test('null is a message of a reliable topic', async () => {
  for (const { topic } of await both()) {
    const heard = new Promise<unknown>((resolve) => {
      topic.addMessageListener(({ messageObject }) => resolve(messageObject));
    });
    await topic.publish(null);
    expect(await heard).toBeNull();
  }
});

test('undocumented methods that programs call are there', async () => {
  const lifecycles: string[][] = [];
  for (const { client, near, topic } of await both()) {
    const connections = client.getConnectionManager();
    expect(connections.getClientUuid().toString()).toBe(client.getLocalEndpoint().uuid.toString());
    expect(connections.getTotalBytesRead()).toBeGreaterThan(0);
    expect(connections.getTotalBytesWritten()).toBeGreaterThan(0);

    const ring = topic.getRingbuffer();
    expect(ring.getName()).toBe(`_hz_rb_${topic.getName()}`);
    await topic.publish('a');
    expect((await ring.size()).toNumber()).toBe(1);

    await near.set('k', 1);
    await near.get('k');
    await near.get('k');
    const { nearCache } = near as unknown as { nearCache: { getStatistics(): object } };
    expect(nearCache.getStatistics()).toMatchObject({ hitCount: 1, missCount: 1, entryCount: 1 });

    const states: string[] = [];
    const unheard = (): void => void states.push('removed');
    client
      .getLifecycleService()
      .on('lifecycleEvent', (state) => states.push(state))
      .once('lifecycleEvent', (state) => states.push(`once ${state}`))
      .on('lifecycleEvent', unheard)
      .removeListener('lifecycleEvent', unheard);
    await client.shutdown();
    lifecycles.push(states.filter((state) => state !== 'DISCONNECTED'));
  }
  expect(lifecycles[0]).toEqual(['SHUTTING_DOWN', 'once SHUTTING_DOWN', 'SHUTDOWN']);
  expect(lifecycles[1]).toEqual(lifecycles[0]);
});
