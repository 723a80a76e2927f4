import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { connectOfficial } from '../cluster/support/official.js';
import { sharedCluster } from '../cluster/support/shared-member.js';

const KEYS = Array.from({ length: 300 }, (_, i) => `k${i}`);
/** Milliseconds that members may collect invalidations for, and some more. */
const COLLECTED = 30_000;
/** Milliseconds after a clear by which the client has listened anew. */
const RENEWED = 4000;

const cluster = sharedCluster();

/** A map with a near cache, and another client that changes it. */
async function nearMap(name: string, smartRouting = true) {
  const { client } = await connect(cluster.addresses[0], {
    network: { smartRouting },
    nearCaches: { default: {} },
  });
  const official = await connectOfficial(cluster.addresses[1]);
  const map = await client.getMap<string, number>(name);
  const stats = () => client.stats().nearCaches[name];
  const readAll = () => Promise.all(KEYS.map((key) => map.get(key)));
  const isRead = (value: number | null) =>
    expect.poll(readAll, { timeout: COLLECTED, interval: 50 }).toEqual(KEYS.map(() => value));
  /** The other client writes: reads find it, and are answered from here then. */
  const isWritten = async (value: number): Promise<void> => {
    const theirs = await official.getMap<string, number>(name);
    await theirs.setAll(KEYS.map((key): [string, number] => [key, value]));
    await isRead(value);
    const { hitCount } = stats();
    await expect.poll(async () => (await readAll()) && stats().hitCount > hitCount).toBe(true);
  };
  return { official, stats, readAll, isRead, isWritten };
}

test('what the official client changes is dropped, whichever member has it, and read anew', async () => {
  const { official, stats, readAll, isRead, isWritten } = await nearMap('changed');
  for (let round = 1; round <= 3; round++) await isWritten(round);
  await (await official.getMap('changed')).clear();
  await isRead(null);
  expect(stats().hitCount).toBeGreaterThan(KEYS.length);

  // No member had forgotten the client when it listens anew, so it keeps what it has.
  await readAll();
  const counts = new Set<number>();
  for (const end = performance.now() + RENEWED; performance.now() < end; await setTimeout(20))
    counts.add(stats().entryCount);
  expect([...counts]).toEqual([KEYS.length]);
});

test.each([
  ['a connection to each member', true],
  ['one connection', false],
])(
  'with %s: another client destroys the map, which goes on: what it writes is read',
  async (ways, smartRouting) => {
    const name = `destroyed, ${ways}`;
    const { official, stats, isRead, isWritten } = await nearMap(name, smartRouting);
    await isWritten(1);
    for (let round = 1; round <= 2; round++) {
      await (await official.getMap(name)).destroy();
      await isRead(null);
      await isWritten(2 * round);
      await isWritten(2 * round + 1);
    }
    expect(stats().hitCount).toBeGreaterThan(0);
  },
);
