import { setTimeout as delay } from 'node:timers/promises';
import { Predicates } from 'hazelcast-client';
import { connectOfficial } from '../clients/open.js';
import { Tier, type Cell, type CellResult, type Figures } from '../experiment.js';
import { check, checkHealth } from '../load/call-load.js';
import { openWindow } from '../load/window.js';
import { fillMap, openNearCached, readEntries } from './entries.js';
import { itemOf } from '../structures/structure-cell.js';
import type { MapClient } from './map-client.js';

export const STORM: Cell = {
  id: 'near-storm',
  title: 'near cache, storm of 100,000 invalidations',
  tier: Tier.QUICK,
};

/** Numbers of entries of a storm that warms up, and of the one that counts. */
const STORM_ENTRIES: readonly [warmUp: number, measured: number] = [20_000, 100_000];

/** Most entries that may be left: members collect invalidations in lots of 100, and the rest of the last lot comes seconds later. */
const LEFT_AT_MOST = 100;

/** Time between two looks at the near cache, in ms. */
const LOOK_EVERY = 10;

/** Longest time for all invalidations to arrive, in ms. */
const PATIENCE = 60_000;

/**
 * Measures a storm of invalidations. A second client removes all entries by one request, so that nothing but the member's invalidations is
 * at work. The window is as long as they take.
 */
export async function measureStorm(
  client: MapClient,
  name: string,
  [warmUp, measured]: typeof STORM_ENTRIES = STORM_ENTRIES,
): Promise<CellResult> {
  const other = await connectOfficial(client.cluster);
  try {
    const storm = async (of: string, entries: number): Promise<Figures> => {
      await fillMap(client.cluster, of, entries, itemOf);
      await readEntries(await openNearCached(client, of), entries);
      check(client.nearCounts(of).entryCount >= entries, 'the near cache was not filled');
      globalThis.gc?.();
      const emptied = await other.client.getMap<string, string>(of);
      const close = openWindow(() => client.counters());
      await emptied.removeAll(Predicates.alwaysTrue());
      for (let waited = 0; client.nearCounts(of).entryCount > LEFT_AT_MOST; waited += LOOK_EVERY) {
        check(waited < PATIENCE, 'invalidations did not arrive');
        await delay(LOOK_EVERY);
      }
      return close(entries);
    };
    await storm(`warm-up-${name}`, warmUp);
    const figures = await storm(name, measured);
    checkHealth(STORM.id, client);
    return { cell: STORM.id, figures };
  } finally {
    await other.shutdown();
  }
}
