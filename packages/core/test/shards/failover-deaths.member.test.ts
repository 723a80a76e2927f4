import type { Member } from '@offloop/member';
import { rounds, seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { Client, type IMap } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { eventually } from '../client/support/client-bench.js';
import { colour, failoverConfig } from '../client/support/colours.js';
import type { LifecycleLog } from '../client/support/lifecycle-log.js';
import { placeSaboteur } from '../faults/support/saboteur.js';

const ROUNDS = rounds({ short: 2, full: 6 });
const MAP = 'near';
const KEYS = Array.from({ length: 24 }, (_, i) => `key${i}`);
/** Deaths of one shard's worker: after the sixth in a minute the client gives up. */
const MOST_DEATHS = 5;

interface Wanderer {
  readonly client: Client;
  readonly lifecycle: LifecycleLog;
  readonly map: IMap<string, number>;
  readonly heard: string[];
}

async function open(instanceName: string, workers: number, members: readonly Member[]): Promise<Wanderer> {
  const { config, lifecycle } = failoverConfig(members, {
    instanceName,
    runtime: { workers },
    nearCaches: { [MAP]: {} },
  });
  const client = await Client.newHazelcastFailoverClient(config);
  onTestFinished(() => client.shutdown());
  const map = await client.getMap<string, number>(MAP);
  const heard: string[] = [];
  await map.addEntryListener({ added: ({ key }) => void heard.push(key) });
  return { client, lifecycle, map, heard };
}

test.each([2, 3])(
  'two clients of %i workers go from cluster to cluster while these die',
  async (workers) => {
    const { below: pick } = createRandom(seedOf(`failover and deaths, ${workers} workers`));
    const saboteur = placeSaboteur();
    const members = [await colour('blue'), await colour('green')];
    const names = ['a', 'b'];
    const wanderers = await Promise.all(names.map((name) => open(name, workers, members)));
    const deaths = new Map<string, number>();
    const kill = (): void => {
      const [name, shard] = [names[pick(2)], pick(workers)];
      const before = deaths.get(name + shard) ?? 0;
      if (before === MOST_DEATHS) return;
      deaths.set(name + shard, before + 1);
      saboteur.throwInShard(shard, name);
    };
    const someTurns = async (): Promise<void> => {
      for (let turns = pick(40) ** 2; turns > 0; turns--) await new Promise(setImmediate);
    };

    for (let round = 0; round < ROUNDS; round++) {
      const from = members[round % 2];
      const to = members[(round + 1) % 2];
      if (pick(2) === 0) kill();
      await someTurns();
      const stopped = from.stop();
      for (let i = pick(3); i > 0; i--) {
        await someTurns();
        kill();
      }
      await stopped;
      await eventually(
        () => wanderers.every(({ client }) => client.health().connected) && to.connections === 2 * workers,
      );
      members[round % 2] = await colour(from.clusterName, { port: from.port });
      // A worker may still be told to die.
      await eventually(() => saboteur.answered().size === workers);
      await eventually(
        () => wanderers.every(({ client }) => client.health().connected) && to.connections === 2 * workers,
      );
      for (const { client } of wanderers) {
        expect(
          client
            .getCluster()
            .getMembers()
            .map(({ address }) => address.port),
        ).toEqual([to.port]);
      }
      // Each event is heard once, and the near cache of one client hears of what the other writes.
      for (const [writer, reader] of [wanderers, wanderers.toReversed()]) {
        await writer.map.clear();
        for (const { heard } of wanderers) heard.length = 0;
        expect(await Promise.all(KEYS.map((key) => reader.map.get(key)))).toEqual(KEYS.map(() => null));
        await Promise.all(KEYS.map((key) => writer.map.set(key, round)));
        for (const { heard } of wanderers) {
          await eventually(() => heard.length >= KEYS.length);
          expect(heard.toSorted()).toEqual(KEYS.toSorted());
        }
        while (
          !(await Promise.all(KEYS.map((key) => reader.map.get(key)))).every((value) => value === round)
        );
      }
    }
    for (const { client, lifecycle } of wanderers) {
      expect(lifecycle.count('CONNECTED')).toBe(lifecycle.count('DISCONNECTED') + 1);
      expect(lifecycle.count('CHANGED_CLUSTER')).toBeGreaterThanOrEqual(ROUNDS);
      expect(client.stats().shards.map(({ inFlight, connections }) => [inFlight, connections])).toEqual(
        Array.from({ length: workers }, () => [0, 1]),
      );
    }
  },
  120_000,
);
