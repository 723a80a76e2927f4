import { startRealCluster, type RealCluster } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { QUICK_INVALIDATIONS } from '../cluster/support/invalidations.js';

const KEYS = Array.from({ length: 100 }, (_, i) => `k${i}`);
/** Milliseconds until the near cache listens anew and has heard of a change, on a busy machine. */
const HEARD = 30_000;

let cluster: RealCluster;
beforeAll(async () => {
  cluster = await startRealCluster(2, { heap: '256m', properties: QUICK_INVALIDATIONS });
}, 180_000);
afterAll(() => cluster.kill());

test.each([
  ['a connection to each member', true],
  ['one connection', false],
])(
  'with %s: another client destroys the map, which goes on: what it writes is read',
  async (ways, smartRouting) => {
    const { client } = await connect(cluster.addresses[0], {
      network: { smartRouting },
      nearCaches: { default: {} },
    });
    const { client: second } = await connect(cluster.addresses[1]);
    const name = `destroyed, ${ways}`;
    const map = await client.getMap<string, number>(name);
    const stats = () => client.stats().nearCaches[name];
    const readAll = () => Promise.all(KEYS.map((key) => map.get(key)));
    /** Another client writes: reads find it, and are answered from here then. */
    const isWritten = async (value: number): Promise<void> => {
      const theirs = await second.getMap<string, number>(name);
      await theirs.setAll(KEYS.map((key): [string, number] => [key, value]));
      await expect.poll(readAll, { timeout: HEARD, interval: 50 }).toEqual(KEYS.map(() => value));
      const { hitCount } = stats();
      await expect.poll(async () => (await readAll()) && stats().hitCount > hitCount).toBe(true);
    };
    await isWritten(1);
    for (let round = 1; round <= 2; round++) {
      await (await second.getMap(name)).destroy();
      await expect.poll(readAll, { timeout: HEARD, interval: 50 }).toEqual(KEYS.map(() => null));
      await isWritten(2 * round);
      await isWritten(2 * round + 1);
    }
  },
  200_000,
);
