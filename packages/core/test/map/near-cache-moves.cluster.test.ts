import { startRealCluster, startRealMember, type RealCluster, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';

const KEYS = 400;
/** Milliseconds that members may collect invalidations for, and some more. */
const COLLECTED = 30_000;

let cluster: RealCluster;
const joined: RealMember[] = [];
beforeAll(async () => {
  cluster = await startRealCluster(2, { heap: '256m', backupCount: 1 });
}, 180_000);
afterAll(async () => {
  await cluster.kill();
  await Promise.all(joined.map((member) => member.kill()));
});

test('partitions move to a member that joins, and from one that is killed: what others change is read', async () => {
  const config = {
    nearCaches: { default: {} },
    properties: {
      'hazelcast.invalidation.reconciliation.interval.seconds': 1,
      'hazelcast.invalidation.min.reconciliation.interval.seconds': 1,
    },
  };
  const { client } = await connect(cluster.addresses[0], config);
  const { client: second } = await connect(cluster.addresses[0]);
  const map = await client.getMap<string, number>('moved');
  const theirs = await second.getMap<string, number>('moved');
  const stats = () => client.stats().nearCaches['moved'];
  const connections = (): number => figuresOf(client).connections;
  const keys = Array.from({ length: KEYS }, (_, i) => `k${i}`);
  const readAll = () => Promise.all(keys.map((key) => map.get(key)));
  let round = 0;
  const change = async (): Promise<void> => {
    round++;
    await theirs.setAll(keys.map((key): [string, number] => [key, round]));
  };
  /** Reads are as the cluster has it, and are answered from here. */
  const isTrue = async (): Promise<void> => {
    await expect.poll(readAll, { timeout: COLLECTED, interval: 50 }).toEqual(keys.map(() => round));
    const { hitCount } = stats();
    await expect
      .poll(async () => (await readAll()) && stats().hitCount > hitCount, {
        timeout: COLLECTED,
        interval: 50,
      })
      .toBe(true);
  };
  /** Both read and change while it happens. */
  const during = async (happening: Promise<unknown>): Promise<void> => {
    const traffic = { on: true };
    const flow = async (step: () => Promise<unknown>): Promise<void> => {
      // A change that met the member that died is made again in the next round.
      while (traffic.on) await step().catch(() => undefined);
    };
    const flows = [flow(readAll), flow(change)];
    await happening;
    traffic.on = false;
    await Promise.all(flows);
    await change();
    await isTrue();
  };

  await eventually(() => connections() === 2);
  await change();
  await isTrue();
  await during(
    (async () => {
      joined.push(await startRealMember({ members: cluster.addresses, heap: '256m', backupCount: 1 }));
      await eventually(() => connections() === 3);
    })(),
  );
  await during(
    (async () => {
      await cluster.members[1].kill();
      await eventually(() => connections() === 2);
    })(),
  );
  expect(figuresOf(client)).toMatchObject({ rescues: 0, inFlight: 0, epoch: 0 });
}, 240_000);
