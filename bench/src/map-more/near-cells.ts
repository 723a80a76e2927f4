import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { IMap } from 'offloop';
import { Tier } from '../experiment.js';
import { check, type CallCell, type CallLoad } from '../load/call-load.js';
import { itemOf } from '../structures/structure-cell.js';
import { createDocument, type Document } from '../values/documents.js';
import { fillMap, keyOf, openNearCached, readEntries } from './entries.js';
import { NEAR_CACHES, type MapClient } from './map-client.js';

type NearCell = CallCell<MapClient>;

/** Number of hits between two turns of the loop: answers that come from the near cache let no timer run. */
const HITS_A_TURN = 500;

const HIT_ENTRIES = 10_000;

/** Milliseconds after which a near cache keeps what is read: what came in its first 2 s it drops once. */
const SETTLING_MILLIS = 2_500;

/** Makes a load that reads entries from the near cache, one after another. */
async function hits(
  client: MapClient,
  name: string,
  looksRight: (value: unknown, index: number) => boolean,
): Promise<CallLoad> {
  const map = await openNearCached(client, name);
  await pause(SETTLING_MILLIS);
  const keys = Array.from({ length: HIT_ENTRIES }, (_, index) => keyOf(index));
  for (const key of keys) await map.get(key);
  const { missCount } = client.nearCounts(name);
  let next = 0;
  return {
    call: async () => {
      for (let i = 0; i < HITS_A_TURN; i++) {
        const index = next++ % HIT_ENTRIES;
        check(looksRight(await map.get(keys[index]), index), 'a hit');
      }
      await nextTurn();
    },
    take: () => HITS_A_TURN,
    end: async () => {
      check(client.nearCounts(name).missCount === missCount, 'what should be a hit was a miss');
      await map.clear();
    },
  };
}

const hit: NearCell = {
  id: 'near-hit',
  title: 'near cache, hit, text of 100 characters',
  tier: Tier.QUICK,
  concurrency: 1,
  prepare: async (client, name) => {
    const items = Array.from({ length: HIT_ENTRIES }, (_, index) => itemOf(index));
    await fillMap(client.cluster, name, HIT_ENTRIES, (index) => items[index]);
    return hits(client, name, (value, index) => value === items[index]);
  },
};

const hitObject: NearCell = {
  id: 'near-hit-object',
  title: 'near cache of objects, hit, order of 1 KB',
  tier: Tier.DEFAULT,
  concurrency: 1,
  prepare: async (client, name, seed) => {
    const documents = Array.from({ length: HIT_ENTRIES }, (_, index) => createDocument(seed + index, 1024));
    await fillMap(client.cluster, name, HIT_ENTRIES, (index) => documents[index]);
    return hits(
      client,
      name,
      (value, index) => (value as Document).items[0].sku === documents[index].items[0].sku,
    );
  },
};

/**
 * Number of entries of the cell of misses. An entry has expired long before it is asked for again: no client answers 200,000 calls a
 * second.
 */
const MISS_ENTRIES = 100_000;

const miss: NearCell = {
  id: 'near-miss',
  title: 'near cache, miss, c=64',
  tier: Tier.QUICK,
  concurrency: 64,
  prepare: async (client, name) => {
    await fillMap(client.cluster, name, MISS_ENTRIES, itemOf);
    // The first entry was read when the map was opened.
    return misses(client, name, await openNearCached(client, name), MISS_ENTRIES, 1);
  },
};

const LIMIT = NEAR_CACHES['*near-insert'].evictionMaxSize;
/** Number of entries of the cell of inserts: more than the limit, so that an entry is evicted before it is asked for again. */
const INSERT_ENTRIES = 1.2 * LIMIT;

const insert: NearCell = {
  id: 'near-insert',
  title: 'near cache, insert at its limit of 100,000, c=64',
  tier: Tier.QUICK,
  concurrency: 64,
  prepare: async (client, name) => {
    await fillMap(client.cluster, name, INSERT_ENTRIES, itemOf);
    const map = await openNearCached<string>(client, name);
    await pause(SETTLING_MILLIS);
    await readEntries(map, LIMIT);
    check(client.nearCounts(name).entryCount === LIMIT, 'the near cache is not full');
    const { call, end } = misses(client, name, map, INSERT_ENTRIES, LIMIT);
    return {
      call,
      end: async () => {
        check(client.nearCounts(name).evictedCount > 0, 'nothing was evicted');
        await end();
      },
    };
  },
};

/** Makes a load that walks over the keys, all flows together, beginning at `first`: each is asked of the member, and kept. */
function misses(
  client: MapClient,
  name: string,
  map: IMap<string, string>,
  count: number,
  first: number,
): Pick<CallLoad, 'call'> & Required<Pick<CallLoad, 'end'>> {
  const { hitCount } = client.nearCounts(name);
  let next = first;
  return {
    call: async () => {
      const index = next++ % count;
      check((await map.get(keyOf(index))).startsWith(String(index).padStart(10, '0')), 'a miss');
    },
    end: async () => {
      check(client.nearCounts(name).hitCount === hitCount, 'what should be a miss was a hit');
      await map.clear();
    },
  };
}

export const NEAR_CELLS: readonly NearCell[] = [hit, hitObject, miss, insert];
