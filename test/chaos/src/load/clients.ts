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
  /** Lost wake-ups that a watchdog had to repair; null for a client without any to lose. */
  rescues(): number | null;
  /** Calls under way; null for a client that does not count. */
  inFlight(): number | null;
  /** Reads that the near cache answered; null without one. */
  nearHits(): number | null;
  shutdown(): Promise<void>;
}

/** Milliseconds. */
export const HEARTBEAT_TIMEOUT = 5_000;
export const INVOCATION_TIMEOUT = 20_000;

const MAP = 'chaos';

/** Seconds between two times that members are asked what they told near caches. */
const REPAIR_INTERVAL = 2;
/** Milliseconds for which a near cache may serve what was changed: docs/structures/near-cache.md. */
export const STALENESS: number = 3 * REPAIR_INTERVAL * 1_000;
/** Entries of a near cache: about what the flows use, and little of what they are done with. */
const NEAR_ENTRIES = 500;

/** Both clients get this and nothing else. */
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
    // Without them a member answers when its backups are done: "acknowledged" is the members' word then.
    backupAckToClientEnabled: acks,
  };
}

export interface ClientRequest {
  readonly client: ClientName;
  readonly addresses: readonly string[];
  readonly acks: boolean;
  /** Worker threads of our client. */
  readonly workers: number | 'auto';
  /** Whether the map has a near cache. */
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
  // Its loop is blocked for longer than the heartbeat timeout, which only worker threads survive.
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

/** Has the client start its thread at once, which a lock needs, so that its memory is there before what is measured. */
async function startThread(client: Client): Promise<void> {
  const map = await client.getMap(`${MAP} of a lock`);
  await map.lock('key');
  await map.unlock('key');
}
