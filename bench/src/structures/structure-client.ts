import { Client as OfficialClient } from 'hazelcast-client';
import { Client } from 'offloop';
import { SILENT_LOGGER, type BenchCounters } from '../clients/client.js';
import { countersOf } from '../clients/offloop.js';

/** The official client's `Long`, or ours: they may be of two versions of the package. */
export interface BenchLong {
  toNumber(): number;
  toString(): string;
}

/** The little that benches need of each structure, in the signatures of both clients. */
export interface BenchObject {
  destroy(): Promise<unknown>;
}

export interface BenchQueue extends BenchObject {
  offer(item: string): Promise<boolean>;
  poll(): Promise<string | null>;
  addAll(items: string[]): Promise<boolean>;
  size(): Promise<number>;
  clear(): Promise<void>;
}

export interface BenchList extends BenchObject {
  add(item: string): Promise<boolean>;
  addAll(items: string[]): Promise<boolean>;
  get(index: number): Promise<string | null>;
  clear(): Promise<void>;
}

export interface BenchSet extends BenchObject {
  add(item: string): Promise<boolean>;
  addAll(items: string[]): Promise<boolean>;
  contains(item: string): Promise<boolean>;
  clear(): Promise<void>;
}

export interface BenchMultiMap extends BenchObject {
  put(key: string, value: string): Promise<boolean>;
  get(key: string): Promise<{ toArray(): (string | undefined)[] }>;
  clear(): Promise<void>;
}

export interface BenchReplicatedMap extends BenchObject {
  put(key: string, value: string): Promise<string | null>;
  get(key: string): Promise<string | null>;
}

export interface BenchRingbuffer extends BenchObject {
  add(item: string): Promise<BenchLong>;
  addAll(items: string[]): Promise<BenchLong>;
  headSequence(): Promise<BenchLong>;
  tailSequence(): Promise<BenchLong>;
  readMany(from: number, minCount: number, maxCount: number): Promise<BenchReadResult>;
}

export interface BenchReadResult {
  size(): number;
  get(index: number): string | undefined;
  [Symbol.iterator](): Iterator<string | undefined>;
}

export interface BenchTopic extends BenchObject {
  addMessageListener(listener: (message: { readonly messageObject: string }) => void): string;
  removeMessageListener(id: string): boolean;
  publish(message: string): Promise<void>;
}

export interface BenchFlakeIds extends BenchObject {
  newId(): Promise<BenchLong>;
}

export interface BenchPNCounter extends BenchObject {
  get(): Promise<BenchLong>;
  addAndGet(delta: number): Promise<BenchLong>;
}

/** The structures by the names that both clients give them. */
export interface Structures {
  getQueue(name: string): Promise<BenchQueue>;
  getList(name: string): Promise<BenchList>;
  getSet(name: string): Promise<BenchSet>;
  getMultiMap(name: string): Promise<BenchMultiMap>;
  getReplicatedMap(name: string): Promise<BenchReplicatedMap>;
  getRingbuffer(name: string): Promise<BenchRingbuffer>;
  getReliableTopic(name: string): Promise<BenchTopic>;
  getFlakeIdGenerator(name: string): Promise<BenchFlakeIds>;
  getPNCounter(name: string): Promise<BenchPNCounter>;
}

export interface StructureClient {
  readonly structures: Structures;
  /** Cumulative; `null` for a client that does not count. */
  counters(): BenchCounters | null;
  shutdown(): Promise<void>;
}

/** The official client with its defaults. */
export async function openOfficialStructures(cluster: string): Promise<StructureClient> {
  const client = await OfficialClient.newHazelcastClient(configOf(cluster));
  return { structures: client, counters: () => null, shutdown: () => client.shutdown() };
}

/** offloop with its defaults. */
export async function openOffloopStructures(cluster: string): Promise<StructureClient> {
  const client = await Client.newHazelcastClient(configOf(cluster));
  return { structures: client, counters: () => countersOf(client), shutdown: () => client.shutdown() };
}

const configOf = (cluster: string) => ({
  network: { clusterMembers: [cluster] },
  customLogger: SILENT_LOGGER,
});
