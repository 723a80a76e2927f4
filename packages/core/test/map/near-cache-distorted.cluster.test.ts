import { rounds } from '@offloop/tools';
import type { Client, DataInput, DataOutput, IMap } from 'offloop';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { realCluster } from '../cluster/support/members.js';

const MAPS = 5;
const KEYS = Array.from({ length: 50 }, (_, key) => key);
/** Few partitions, so that writes meet those whose numbers were changed, and each told at once: what came in one batch, a jump among it would drop. */
const MEMBERS = { 'hazelcast.partition.count': '2', 'hazelcast.map.invalidation.batch.enabled': 'false' };
/** The processor's own: it holds the lock of its entry until it ends, and would wait for itself if it wrote to that. */
const NO_KEY = -1;
const SECONDS = rounds({ short: 2, full: 5 });
/** Milliseconds within which all that members have told is heard, on a busy machine. */
const HEARD = 30_000;

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
    output.writeInt(KEYS.length);
    output.writeInt(SECONDS);
  },
});

const cluster = realCluster(2, {
  heap: '256m',
  testClasses: true,
  // Backups run the processor, too, and hold up their partition's thread, which it then waits for.
  backupCount: 0,
  properties: MEMBERS,
  extraXml: FACTORY,
});

test.each([
  ['one worker', 1, true],
  ['two workers', 2, true],
  ['one connection', 1, false],
])(
  'with %s: members whose numbers jump and begin anew leave nothing stale behind',
  async (ways, workers, smartRouting) => {
    const serialization = { defaultNumberType: 'integer' as const };
    const { client } = await connect(cluster.addresses[0], {
      runtime: { workers },
      network: { smartRouting },
      serialization,
      nearCaches: { default: {} },
      properties: {
        'hazelcast.invalidation.reconciliation.interval.seconds': 1,
        'hazelcast.invalidation.min.reconciliation.interval.seconds': 1,
      },
    });
    const { client: second } = await connect(cluster.addresses[0], { serialization });
    const names = Array.from({ length: MAPS }, (_, index) => `distorted by ${ways} ${index}`);
    const mapsOf = (of: Client) => Promise.all(names.map((name) => of.getMap<number, number>(name)));
    const [maps, others] = [await mapsOf(client), await mapsOf(second)];
    const readAll = (from: readonly IMap<number, number>[]) =>
      Promise.all(from.map((map) => Promise.all(KEYS.map((key) => map.get(key)))));
    for (const map of others) await map.setAll(KEYS.map((key): [number, number] => [key, -1]));

    const distortion = { isOn: true };
    const end = Promise.all(others.map((map) => map.executeOnKey(NO_KEY, distorting(map.getName()))));
    void end.finally(() => (distortion.isOn = false));
    while (distortion.isOn) {
      await readAll(maps);
      // Where all was near, nothing but promises: no news come in, and no end.
      await nextTurn();
    }
    await end;
    const truth = await readAll(others);
    expect(truth.flat().filter((value) => value !== -1).length).toBeGreaterThan(0);
    await expect.poll(() => readAll(maps), { timeout: HEARD, interval: 100 }).toEqual(truth);
    const hits = names.map((name) => client.stats().nearCaches[name].hitCount);
    await expect
      .poll(async () => {
        expect(await readAll(maps)).toEqual(truth);
        return names.every((name, index) => client.stats().nearCaches[name].hitCount > hits[index]);
      })
      .toBe(true);
  },
  90_000,
);
