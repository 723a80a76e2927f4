import { setTimeout as delay } from 'node:timers/promises';
import type { IMap } from 'offloop';
import { connectOffloop } from '../clients/open.js';
import type { MapClient } from './map-client.js';

/** Most entries of one call: a member takes as many at once without a long pause. */
const CHUNK = 10_000;

/** Time between two looks whether a near cache keeps what is read, in ms. */
const LOOK_EVERY = 10;

export const keyOf = (index: number): string => `key-${index}`;

function* chunksOf(count: number): Generator<number[]> {
  for (let from = 0; from < count; from += CHUNK)
    yield Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => from + i);
}

/**
 * Writes this many entries to a map that nobody has opened yet, by a client of its own, whichever is measured: the official client writes
 * 100,000 entries to a map with a near cache in ten seconds, and members would announce each of them.
 */
export async function fillMap(
  cluster: string,
  name: string,
  count: number,
  valueOf: (index: number) => unknown,
): Promise<void> {
  const { client, shutdown } = await connectOffloop(cluster);
  try {
    const map = await client.getMap<string, unknown>(name);
    for (const chunk of chunksOf(count))
      await map.setAll(chunk.map((index) => [keyOf(index), valueOf(index)]));
  } finally {
    await shutdown();
  }
}

/** Reads this many entries, which a near cache keeps. */
export async function readEntries(map: IMap<string, unknown>, count: number): Promise<void> {
  for (const chunk of chunksOf(count)) await map.getAll(chunk.map(keyOf));
}

/** Opens a filled map, and resolves when its near cache keeps what is read: nothing is kept before its listener is registered. */
export async function openNearCached<V>(client: MapClient, name: string): Promise<IMap<string, V>> {
  const map = await client.getMap<string, V>(name);
  await map.get(keyOf(0));
  while (client.nearCounts(name).entryCount === 0) {
    await delay(LOOK_EVERY);
    await map.get(keyOf(0));
  }
  return map;
}
