import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, eventually, freshMap } from '../client/support/client-bench.js';
import { QUICK_INVALIDATIONS } from '../cluster/support/invalidations.js';
import { connectOfficial } from '../cluster/support/official.js';
import { startProxiedCluster } from '../cluster/support/proxied-cluster.js';

const KEYS = 300;
/** Milliseconds that members may collect invalidations for, and some more. */
const COLLECTED = 30_000;
/** Milliseconds after a clear by which the client has listened anew. */
const RENEWED = 4000;

let cluster: Awaited<ReturnType<typeof startProxiedCluster>>;
beforeAll(async () => {
  cluster = await startProxiedCluster(2, { properties: QUICK_INVALIDATIONS });
}, 180_000);
afterAll(() => cluster.stop());

test('what the official client changes is dropped, whichever member has it, and read anew', async () => {
  const { address } = cluster.places[0].proxy;
  const { client } = await connect(address, { nearCaches: { default: {} } });
  const map = await freshMap<string, unknown>(client);
  const official = await connectOfficial(address);
  const theirs = await official.getMap<string, unknown>(map.getName());
  const stats = () => client.stats().nearCaches[map.getName()];
  const keys = Array.from({ length: KEYS }, (_, i) => `k${i}`);
  await theirs.setAll(keys.map((key): [string, unknown] => [key, { round: 0 }]));

  // Reads are kept once the members have said what they sent before.
  await eventually(() => {
    void map.get('k0');
    return stats().hitCount > 0;
  });
  const readAll = () => Promise.all(keys.map((key) => map.get(key)));
  for (let round = 1; round <= 3; round++) {
    await readAll();
    await theirs.setAll(keys.map((key): [string, unknown] => [key, { round }]));
    await expect.poll(readAll, { timeout: COLLECTED, interval: 50 }).toEqual(keys.map(() => ({ round })));
  }
  await readAll();
  await theirs.clear();
  await expect.poll(readAll, { timeout: COLLECTED, interval: 50 }).toEqual(keys.map(() => null));
  expect(stats().hitCount).toBeGreaterThan(KEYS);

  // No member had forgotten the client when it listens anew, so it keeps what it has.
  await readAll();
  const counts = new Set<number>();
  for (const end = performance.now() + RENEWED; performance.now() < end; await setTimeout(20))
    counts.add(stats().entryCount);
  expect([...counts]).toEqual([KEYS]);
}, 200_000);
