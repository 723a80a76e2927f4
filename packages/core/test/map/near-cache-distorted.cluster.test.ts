import { startRealCluster, type RealCluster } from '@offloop/tools';
import type { Client, DataInput, DataOutput, IMap } from 'offloop';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';

const KEYS = 200;
const SECONDS = 5;
/** Milliseconds that members may collect invalidations for, and some more. */
const COLLECTED = 30_000;

/** Hazelcast's tests have a processor that gives partitions of a map other numbers and other lives, while it writes to random keys. */
const FACTORY = `<serialization><data-serializable-factories>
  <data-serializable-factory factory-id="66">com.hazelcast.client.test.IdentifiedFactory</data-serializable-factory>
</data-serializable-factories></serialization>`;

const distorting = (map: string) => ({
  factoryId: 66,
  classId: 3,
  readData: (_input: DataInput): void => undefined,
  writeData: (output: DataOutput): void => {
    output.writeString(map);
    output.writeInt(KEYS);
    output.writeInt(SECONDS);
  },
});

let cluster: RealCluster;
beforeAll(async () => {
  cluster = await startRealCluster(2, { heap: '256m', testClasses: true, extraXml: FACTORY });
}, 180_000);
afterAll(() => cluster.kill());

test.each([1, 2])(
  'with %i workers: members whose numbers jump and begin anew leave nothing stale behind',
  async (workers) => {
    const serialization = { defaultNumberType: 'integer' as const };
    const { client } = await connect(cluster.addresses[0], {
      runtime: { workers },
      serialization,
      nearCaches: { default: {} },
      properties: {
        'hazelcast.invalidation.reconciliation.interval.seconds': 1,
        'hazelcast.invalidation.min.reconciliation.interval.seconds': 1,
      },
    });
    const { client: second } = await connect(cluster.addresses[0], { serialization });
    const name = `distorted-${workers}`;
    const map = await client.getMap<number, number>(name);
    const other = await second.getMap<number, number>(name);
    const keys = Array.from({ length: KEYS }, (_, key) => key);
    const readAll = (from: IMap<number, number>) => Promise.all(keys.map((key) => from.get(key)));
    await other.setAll(keys.map((key): [number, number] => [key, -1]));

    const distortion = { isOn: true };
    const end = other.executeOnKey(0, distorting(name)).finally(() => (distortion.isOn = false));
    while (distortion.isOn) await readAll(map);
    await end;
    const truth = await readAll(other);
    expect(truth.filter((value) => value !== -1).length).toBeGreaterThan(0);
    await expect.poll(() => readAll(map), { timeout: COLLECTED, interval: 100 }).toEqual(truth);
    await untilServed(client, map, name);
    expect(await readAll(map)).toEqual(truth);
  },
  90_000,
);

/** Reads until a read was answered from the near cache. */
async function untilServed(client: Client, map: IMap<number, number>, name: string): Promise<void> {
  const hits = (): number => client.stats().nearCaches[name].hitCount;
  const before = hits();
  await eventually(() => {
    void map.get(1);
    return hits() > before;
  });
}
