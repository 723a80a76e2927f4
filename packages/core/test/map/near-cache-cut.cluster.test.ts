import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { QUICK_INVALIDATIONS } from '../cluster/support/invalidations.js';
import { proxiedCluster } from '../cluster/support/proxied-cluster.js';

const KEYS = Array.from({ length: 100 }, (_, i) => `k${i}`);
/** Milliseconds that members may collect invalidations for, and some more. */
const COLLECTED = 30_000;

const cluster = proxiedCluster(2, { properties: QUICK_INVALIDATIONS });

// Members number changes only while somebody listens: those that are made meanwhile leave no gap.
test('what is changed while the only near cache there is has no connection is read when it has one', async () => {
  const { client, lifecycle } = await connect(cluster.places[0].proxy.address, {
    nearCaches: { default: {} },
  });
  // By a way of its own: what members say of each other are the proxies.
  const { client: second } = await connect(`127.0.0.1:${cluster.places[0].clientPort}`, {
    network: { smartRouting: false },
  });
  const map = await client.getMap<string, number>('cut');
  const theirs = await second.getMap<string, number>('cut');
  const stats = () => client.stats().nearCaches['cut'];
  const readAll = () => Promise.all(KEYS.map((key) => map.get(key)));
  const write = (value: number) => theirs.setAll(KEYS.map((key): [string, number] => [key, value]));
  for (let round = 1; round <= 2; round++) {
    await write(-round);
    await expect.poll(readAll, { timeout: COLLECTED, interval: 50 }).toEqual(KEYS.map(() => -round));
    const { hitCount } = stats();
    await expect.poll(async () => (await readAll()) && stats().hitCount > hitCount + 50).toBe(true);
    for (const { proxy } of cluster.places) {
      proxy.refuse();
      proxy.cutAll();
    }
    await lifecycle.until('DISCONNECTED', round);
    await write(round);
    for (const { proxy } of cluster.places) proxy.resume();
    await lifecycle.until('CONNECTED', round + 1);
    await expect.poll(readAll, { timeout: COLLECTED, interval: 50 }).toEqual(KEYS.map(() => round));
  }
}, 100_000);
