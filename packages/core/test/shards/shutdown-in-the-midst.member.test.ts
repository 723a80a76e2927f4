import { rounds, seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { Client, LockContext } from 'offloop';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, testConfig } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { leavesNothingBehind } from '../faults/support/leaves-nothing-behind.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { fn } from '../transforms/support/functions.js';

const WORKERS = 3;
const ROUNDS = rounds({ short: 1, full: 3 });
const KEYS = Array.from({ length: 48 }, (_, i) => `key${i}`);

/** What a call may end with when workers die, connections are lost and the client is shut down. */
const ENDS: ReadonlySet<string> = new Set([
  'resolved',
  Code.CLIENT_NOT_ACTIVE,
  Code.INDETERMINATE,
  Code.TARGET_DISCONNECTED,
]);

const member = await embeddedMember();

/** Everything that a client can be busy with at once. @returns how each call ended. */
async function busy(client: Client): Promise<Promise<string>[]> {
  const [near, map, topic, queue, ids] = await Promise.all([
    client.getMap<string, number>('near'),
    client.getMap<string, { number: number }>('plain'),
    client.getReliableTopic<number>('topic'),
    client.getQueue<number>(`queue of ${client.getName()}`),
    client.getFlakeIdGenerator('ids'),
  ]);
  await map.addEntryListener({ added: () => undefined, updated: () => undefined });
  topic.addMessageListener(() => undefined);
  const calls: Promise<unknown>[] = [
    // They wait until the end.
    queue.take(),
    LockContext.run(() => map.lock('one')),
    LockContext.run(() => map.lock('one')),
    // They wait for a schema, or for other listeners.
    near.addEntryListener({ removed: () => undefined }),
    map.setAll(KEYS.map((key, number) => [key, { number }])),
    map.getAllTransformed(KEYS, fn('kindOf')),
    map.getAll(KEYS),
    near.putAll(KEYS.map((key, i) => [key, i])),
    map.clear(),
    ...KEYS.map((key, i) => near.set(key, i)),
    ...KEYS.map((key) => near.get(key)),
    ...KEYS.map((key) => map.getTransformed(key, fn('kindOf'))),
    ...Array.from({ length: 8 }, (_, i) => topic.publish(i)),
    ids.newId(),
    client.getDistributedObjects(),
    client.diagnose(),
  ];
  return calls.map(codeOf);
}

test('two clients that are shut down while all of it is under way, workers die and connections are lost, leave nothing', async () => {
  const { below: pick } = createRandom(seedOf('shutdown in the midst'));
  const saboteur = placeSaboteur();
  const names = ['a', 'b'];
  const someTurns = async (): Promise<void> => {
    for (let turns = pick(20) ** 2; turns > 0; turns--) await new Promise(setImmediate);
  };
  const round = async (): Promise<void> => {
    const logs = names.map((instanceName) =>
      testConfig(member.address, {
        instanceName,
        runtime: { workers: WORKERS, transforms: { threads: 2 } },
        nearCaches: { near: {} },
      }),
    );
    const clients = await Promise.all(logs.map(({ config }) => Client.newHazelcastClient(config)));
    const ends = (await Promise.all(clients.map(busy))).flat();
    for (let faults = pick(4); faults > 0; faults--) {
      if (pick(3) === 0) member.closeConnections();
      else saboteur.throwInShard(pick(WORKERS), names[pick(2)]);
      await someTurns();
    }
    await Promise.all(clients.map((client) => client.shutdown()));
    expect((await Promise.all(ends)).filter((code) => !ENDS.has(code))).toEqual([]);
    for (const { lifecycle } of logs) expect(lifecycle.states.at(-1)).toBe('SHUTDOWN');
  };
  await leavesNothingBehind(async () => {
    for (let i = 0; i < ROUNDS; i++) await round();
  });
  expect(member.connections).toBe(0);
});
