import type { Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { connectBoth, type AnyMap } from '../cluster/support/both-clients.js';
import { outcome } from '../cluster/support/comparable.js';
import { realCluster } from '../cluster/support/members.js';

const KEYS = Array.from({ length: 100 }, (_, i) => `k${i}`);
/** Milliseconds after which a read that the near cache does not answer is given up: there is no member. */
const PATIENCE = 1000;

type Each = (call: (key: string) => Promise<unknown>) => Promise<unknown>;

const inTurn: Each = async (call) => {
  for (const key of KEYS) await call(key);
};
const atOnce: Each = (call) => Promise.all(KEYS.map(call));

/** Waits until a near cache has dropped once more what was read right after its map was made. */
async function settled({ ours }: { readonly ours: Client }, name: string): Promise<void> {
  await (await ours.getMap(name)).get('early');
  await expect.poll(() => ours.stats().nearCaches[name].entryCount, { timeout: 20_000 }).toBe(0);
}

describe.each([1, 3])('with %i members', (count) => {
  const cluster = realCluster(count, { heap: '256m' });

  test('what was put and read is there when all members are gone, as with the official client', async () => {
    const both = await connectBoth(cluster.addresses[0], { nearCaches: { default: {} } });
    const putter = await both.official.getMap<string, string>('of another');
    await atOnce((key) => putter.put(key, 'value'));
    const maps: AnyMap[] = [];
    for (const client of [both.ours, both.official]) {
      for (const [name, each] of [
        ['put and read in turn', inTurn],
        ['put and read at once', atOnce],
        ['of another', atOnce],
      ] as const) {
        // One client after the other, that neither sees the other's changes.
        const own = name === 'of another' ? name : `${name}, ${String(client === both.ours)}`;
        const map = (await client.getMap(own)) as unknown as AnyMap;
        if (client === both.ours) await settled(both, own);
        if (name !== 'of another') await each((key) => map['put'](key, 'value'));
        await each((key) => map['get'](key));
        maps.push(map);
      }
    }
    // What members have collected of the changes is told by then.
    await both.ours.getDistributedObjects();
    await cluster.kill();
    const served = async (map: AnyMap): Promise<number> => {
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, 'late'));
      const reads = KEYS.map((key) => Promise.race([outcome(map['get'](key)), late]));
      const values = await Promise.all(reads);
      return values.filter((value) => (value as { resolved?: unknown }).resolved === 'value').length;
    };
    expect(await Promise.all(maps.map(served))).toEqual(maps.map(() => KEYS.length));
  });
});
