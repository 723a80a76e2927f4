import { Client as OfficialClient } from 'hazelcast-client';
import { Client, defineTransform } from 'offloop';
import { SILENT_LOGGER, type BenchCounters } from '../clients/client.js';
import type { Document } from './documents.js';
import { summarise } from './summarise.js';

/** What benches of values need of a map. */
export interface ValueMap {
  get(key: string): Promise<unknown>;
  getAll(keys: string[]): Promise<[string, unknown][]>;
  setAll(entries: [string, unknown][]): Promise<void>;
  entrySet(): Promise<[string, unknown][]>;
  clear(): Promise<void>;
}

export interface ValueClient {
  getMap(name: string): Promise<ValueMap>;
  /** Summaries of the documents under these keys of a map: by a transform, or by getting and computing. */
  summaries(name: string, keys: string[]): Promise<[string, number][]>;
  /** Cumulative; `null` for a client that does not count. */
  counters(): BenchCounters | null;
  shutdown(): Promise<void>;
}

/** The official client with its defaults. */
export async function openOfficialValues(cluster: string): Promise<ValueClient> {
  const client = await OfficialClient.newHazelcastClient({
    network: { clusterMembers: [cluster] },
    customLogger: SILENT_LOGGER,
  });
  return {
    getMap: (name) => client.getMap<string, unknown>(name),
    summaries: async (name, keys) => {
      const map = await client.getMap<string, Document>(name);
      return (await map.getAll(keys)).map(([key, document]) => [key, summarise(document)]);
    },
    counters: () => null,
    shutdown: () => client.shutdown(),
  };
}

/** offloop with its defaults, but for a `runtime` section. */
export async function openOffloopValues(cluster: string, runtime: object = {}): Promise<ValueClient> {
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [cluster] },
    customLogger: SILENT_LOGGER,
    runtime,
  });
  const summary = defineTransform<typeof summarise>(new URL('./summarise.js', import.meta.url), 'summarise');
  return {
    getMap: (name) => client.getMap<string, unknown>(name),
    summaries: async (name, keys) =>
      (await client.getMap<string, Document>(name)).getAllTransformed(keys, summary),
    counters: () => {
      const { shards } = client.stats();
      const total = (figure: (shard: (typeof shards)[number]) => number): number =>
        shards.reduce((sum, shard) => sum + figure(shard), 0);
      return {
        wakeups: total((shard) => shard.wakeupsSent + shard.callerWakeups),
        rescues: total((shard) => shard.rescues),
        restarts: total((shard) => shard.epoch),
        reads: total((shard) => shard.reads),
        writes: total((shard) => shard.writes),
      };
    },
    shutdown: () => client.shutdown(),
  };
}
