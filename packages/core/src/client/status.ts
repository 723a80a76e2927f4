import type { Shards } from '../shards/shards.js';
import type { ShardStats } from '../shards/stats.js';
import type { Cluster } from '../cluster/membership.js';
import type { TransformStats } from '../transforms/compute-pool.js';
import type { Address, UUID } from '@offloop/values';
import type { NearCacheStats } from '../map/near-cache/near-cache-store.js';
import type { WorkerCount } from './worker-count.js';

/** What `client.getLocalEndpoint()` gives: this client as members see it. */
export class ClientInfo {
  readonly uuid: UUID;
  /** The local end of the first connection. */
  readonly localAddress: Address;
  /** `NodeJS`, as `hazelcast-client` has it. */
  readonly type: string = 'NodeJS';
  readonly name: string;
  readonly labels: Set<string>;

  constructor(name: string, uuid: UUID, localAddress: Address, labels: Iterable<string>) {
    this.name = name;
    this.uuid = uuid;
    this.localAddress = localAddress;
    this.labels = new Set(labels);
  }
}

/** What `client.stats()` gives. */
export interface ClientStats {
  /** One for each worker; none after `shutdown`. */
  readonly shards: readonly ShardStats[];
  /** All shards together: sums, except that high-water marks and `workerUtilization` are the highest. All 0 after `shutdown`. */
  readonly total: ShardStats;
  /** Compute threads, and calls that wait for them. */
  readonly transforms: TransformStats;
  /** The near cache of each map that has one, by the map's name. */
  readonly nearCaches: Readonly<Record<string, NearCacheStats>>;
  /** How many worker threads the client has, and why: see `runtime.workers`. */
  readonly runtime: WorkerCount;
}

/** What `client.health()` gives: for readiness probes, and to find out why calls wait. */
export interface ClientHealth {
  /** Whether there is a connection to the cluster: the answer of a readiness probe. */
  readonly connected: boolean;
  /** When the client was connected, or lost its last connection. Before the first connection: when it was made. */
  readonly since: Date;
  /** Members of the cluster, by its last list: 0 before the first connection; in an outage, how many there were. */
  readonly members: number;
  /** Why a connection was last lost or refused. It stays after the client has connected again. Null: that never happened. */
  readonly lastError: string | null;
  /** Calls without an answer. */
  readonly inFlight: number;
}

export function healthOf(
  { connection, inFlight }: Pick<Shards<never>, 'connection' | 'inFlight'>,
  cluster: Cluster,
): ClientHealth {
  return {
    connected: connection.isConnected,
    since: new Date(connection.since),
    members: cluster.getMembers().length,
    lastError: connection.lastError ?? null,
    inFlight,
  };
}
