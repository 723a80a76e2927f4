import { setTimeout as delay } from 'node:timers/promises';
import type { IMap } from 'offloop';
import { connectOffloop } from '../clients/open.js';
import type { MapClient } from './map-client.js';

/** Entries of one call: what a member takes at once without a long pause. */
const CHUNK = 10_000;

/** Between two looks whether a near cache keeps what is read, in milliseconds. */
const LOOK_EVERY = 10;

export const keyOf = (index: number): string => `key-${index}`;

function* chunksOf(count: number): Generator<number[]> {
  for (let from = 0; from < count; from += CHUNK)
    yield Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => from + i);
}

/**
 * Writes so many entries to a map that nobody has opened yet, by a client of its own, whichever is measured: to a near-cached map
 * the official client writes 100,000 entries in ten seconds, and members would tell of each.
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

/** Reads so many entries, which a near cache keeps. */
export async function readEntries(map: IMap<string, unknown>, count: number): Promise<void> {
  for (const chunk of chunksOf(count)) await map.getAll(chunk.map(keyOf));
}

/** A filled map with a near cache that keeps what is read: at first its listener is on the way, and nothing is kept. */
export async function openNearCached<V>(client: MapClient, name: string): Promise<IMap<string, V>> {
  const map = await client.getMap<string, V>(name);
  await map.get(keyOf(0));
  while (client.nearCounts(name).entryCount === 0) {
    await delay(LOOK_EVERY);
    await map.get(keyOf(0));
  }
  return map;
}
