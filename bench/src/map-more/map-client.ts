import * as official from 'hazelcast-client';
import { Aggregators, Predicates, type Client } from 'offloop';
import type { BenchClient } from '../clients/client.js';
import { connectOfficial, connectOffloop } from '../clients/open.js';

/** The counts of one near cache. */
export interface NearCounts {
  readonly hitCount: number;
  readonly missCount: number;
  readonly evictedCount: number;
  readonly entryCount: number;
}

/** A client with near caches, and with predicates and aggregators for queries, by the names that both clients give them. */
export interface MapClient extends Pick<BenchClient, 'counters' | 'shutdown'>, Pick<Client, 'getMap'> {
  /** Address of its member, `host:port`. */
  readonly cluster: string;
  readonly queries: {
    readonly Predicates: typeof Predicates;
    readonly Aggregators: typeof Aggregators;
  };
  nearCounts(name: string): NearCounts;
}

/** Near caches by the end of a map's name, which is the id of the cell that uses it. */
export const NEAR_CACHES = {
  '*near-hit': {},
  '*near-hit-object': { inMemoryFormat: 'OBJECT' },
  '*near-miss': { timeToLiveSeconds: 0.5 },
  '*near-insert': { evictionMaxSize: 100_000 },
  '*near-storm': {},
} as const;

/** The part of the official client that has these figures, which programs cannot get at. */
interface OfficialInside {
  readonly nearCacheManager: {
    getOrCreateNearCache(name: string): { getStatistics(): NearCounts };
  };
}

/** Opens the official client with its defaults, except for near caches. */
export async function openOfficialMaps(cluster: string): Promise<MapClient> {
  const { client, ...rest } = await connectOfficial(cluster, { nearCaches: NEAR_CACHES });
  const { nearCacheManager } = client as unknown as OfficialInside;
  return {
    cluster,
    queries: official as unknown as MapClient['queries'],
    getMap: (name: string) => (client as unknown as Client).getMap(name),
    nearCounts: (name) => nearCacheManager.getOrCreateNearCache(name).getStatistics(),
    ...rest,
  };
}

/** Opens offloop with its defaults, except for near caches. */
export async function openOffloopMaps(cluster: string): Promise<MapClient> {
  const { client, ...rest } = await connectOffloop(cluster, { nearCaches: NEAR_CACHES });
  return {
    cluster,
    queries: { Predicates, Aggregators },
    getMap: (name: string) => client.getMap(name),
    nearCounts: (name) => client.stats().nearCaches[name],
    ...rest,
  };
}
