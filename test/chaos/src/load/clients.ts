import { SILENT_LOGGER } from '@offloop/tools';
import { Client as OfficialClient } from 'hazelcast-client';
import { Client } from 'offloop';
import { ClientName } from '../options.js';
import type { ChaosValue } from './ledger.js';

/** The operations of the load, which both clients have in common. */
export interface ChaosMap {
  get(key: string): Promise<ChaosValue | null>;
  set(key: string, value: ChaosValue): Promise<void>;
  put(key: string, value: ChaosValue): Promise<ChaosValue | null>;
  putIfAbsent(key: string, value: ChaosValue): Promise<ChaosValue | null>;
  replaceIfSame(key: string, oldValue: ChaosValue, newValue: ChaosValue): Promise<boolean>;
  remove(key: string): Promise<ChaosValue | null>;
  entrySet(): Promise<[string, ChaosValue][]>;
  addEntryListener(
    listener: Readonly<Record<'added' | 'updated' | 'removed', (event: ChaosEvent) => void>>,
    key: undefined,
    includeValue: boolean,
  ): Promise<string>;
  removeEntryListener(id: string): Promise<boolean>;
}

export interface ChaosEvent {
  readonly key: string;
  readonly value: ChaosValue | null;
  readonly oldValue: ChaosValue | null;
}

export interface ChaosClient {
  readonly map: ChaosMap;
  /** Returns the number of lost wake-ups that a watchdog repaired; null for a client that has no watchdog. */
  rescues(): number | null;
  /** Returns the number of calls under way; null for a client that does not count them. */
  inFlight(): number | null;
  /** Returns the number of reads that the near cache answered; null without one. */
  nearHits(): number | null;
  shutdown(): Promise<void>;
}

/** Time without an answer to a heartbeat after which a client gives a connection up, in ms. */
export const HEARTBEAT_TIMEOUT = 5_000;
/** Longest time for which a client retries a call, in ms. */
export const INVOCATION_TIMEOUT = 20_000;

const MAP = 'chaos';

/** Seconds between two times that a near cache compares itself with the members. */
const REPAIR_INTERVAL = 2;
/** Longest time for which a near cache may serve a value that has changed, in ms: see docs/structures/near-cache.md. */
export const STALENESS: number = 3 * REPAIR_INTERVAL * 1_000;
/** Most entries of a near cache: about as many as the flows use at a time, with little room for keys that they have left. */
const NEAR_ENTRIES = 500;

/** Returns the configuration of either client, which is the same for both. */
function configOf({ addresses, acks, nearCache }: ClientRequest): object {
  return {
    ...(nearCache ? { nearCaches: { [MAP]: { evictionMaxSize: NEAR_ENTRIES } } } : {}),
    network: { clusterMembers: [...addresses] },
    connectionStrategy: { connectionRetry: { initialBackoffMillis: 100, maxBackoffMillis: 1_000 } },
    customLogger: SILENT_LOGGER,
    properties: {
      'hazelcast.client.heartbeat.interval': 1_000,
      'hazelcast.client.heartbeat.timeout': HEARTBEAT_TIMEOUT,
      'hazelcast.client.invocation.timeout.millis': INVOCATION_TIMEOUT,
      'hazelcast.client.invocation.retry.pause.millis': 200,
      // Without it a write whose backups do not answer in time counts as acknowledged.
      'hazelcast.client.operation.fail.on.indeterminate.state': acks,
      'hazelcast.invalidation.reconciliation.interval.seconds': REPAIR_INTERVAL,
      'hazelcast.invalidation.min.reconciliation.interval.seconds': REPAIR_INTERVAL,
    },
    // Without acknowledgements to the client, a member answers when its backups are done, and vouches for them.
    backupAckToClientEnabled: acks,
  };
}

export interface ClientRequest {
  readonly client: ClientName;
  readonly addresses: readonly string[];
  readonly acks: boolean;
  /** Number of worker threads of our client; `auto` leaves the choice to the client. */
  readonly workers: number | 'auto';
  /** True if the map has a near cache. */
  readonly nearCache: boolean;
}

export async function openClient(request: ClientRequest): Promise<ChaosClient> {
  const { client: name, workers, nearCache } = request;
  const config = configOf(request);
  if (name === ClientName.OFFICIAL) {
    const client = await OfficialClient.newHazelcastClient(config);
    const map = (await client.getMap<string, ChaosValue>(MAP)) as unknown as ChaosMap;
    return {
      map,
      rescues: () => null,
      inFlight: () => null,
      nearHits: () => null,
      shutdown: () => client.shutdown(),
    };
  }
  // The caller's loop is blocked for longer than the heartbeat timeout, and connections survive that only in a worker thread.
  const client = await Client.newHazelcastClient({ ...config, runtime: { workers } });
  if (workers === 'auto') await startThread(client);
  const map = (await client.getMap<string, ChaosValue>(MAP)) as unknown as ChaosMap;
  const sum = (counter: 'rescues' | 'inFlight'): number =>
    client.stats().shards.reduce((total, shard) => total + shard[counter], 0);
  return {
    map,
    rescues: () => sum('rescues'),
    inFlight: () => sum('inFlight'),
    nearHits: () => (nearCache ? client.stats().nearCaches[MAP].hitCount : null),
    shutdown: () => client.shutdown(),
  };
}

/** Makes the client start its thread at once, by a lock, which needs it: so its memory is not counted as growth. */
async function startThread(client: Client): Promise<void> {
  const map = await client.getMap(`${MAP} of a lock`);
  await map.lock('key');
  await map.unlock('key');
}
