import type { Shards } from '../shards/shards.js';
import type { ShardStats } from '../shards/stats.js';
import type { Cluster } from '../cluster/membership.js';
import type { TransformStats } from '../transforms/compute-pool.js';
import type { Address, UUID } from '@offloop/values';
import type { NearCacheStats } from '../map/near-cache/near-cache-store.js';
import type { WorkerCount } from './worker-count.js';

/** This client as members see it, the result of `client.getLocalEndpoint()`. */
export class ClientInfo {
  readonly uuid: UUID;
  /** The local address of the first connection. */
  readonly localAddress: Address;
  /** Always `NodeJS`, as with `hazelcast-client`. */
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

/**
 * Result of `client.getConnectionManager()`: what programs ask of that part of the official client, though its types do not have it.
 * The connections are in `client.diagnose()`.
 */
export interface ConnectionManager {
  /** Returns the client's UUID: also `uuid` of `client.getLocalEndpoint()`. */
  getClientUuid(): UUID;
  /** Returns the number of bytes that were read from sockets: `total.bytesIn` of `client.stats()`. */
  getTotalBytesRead(): number;
  /** Returns the number of bytes that were written to sockets: `total.bytesOut` of `client.stats()`. */
  getTotalBytesWritten(): number;
}

/** Result of `client.stats()`. */
export interface ClientStats {
  /** Figures of each worker's shard; empty after `shutdown`. */
  readonly shards: readonly ShardStats[];
  /**
   * Figures of all shards together: sums, except that high-water marks and `workerUtilization` are the highest. All 0 after
   * `shutdown`.
   */
  readonly total: ShardStats;
  /** Figures of the compute threads, and of the calls that wait for them. */
  readonly transforms: TransformStats;
  /** Figures of the near cache of each map that has one, by the map's name. */
  readonly nearCaches: Readonly<Record<string, NearCacheStats>>;
  /** Number of worker threads, and the reason for it: see `runtime.workers`. */
  readonly runtime: WorkerCount;
}

/** Result of `client.health()`, for readiness probes and to find out why calls wait. */
export interface ClientHealth {
  /** True while the client is connected to the cluster: the answer of a readiness probe. */
  readonly connected: boolean;
  /** Time at which the client was connected, or lost its last connection. Before the first connection: when it was made. */
  readonly since: Date;
  /** Number of members, by the latest member list: 0 before the first connection; in an outage, the last known number. */
  readonly members: number;
  /**
   * Reason for which a connection was last lost or refused. It stays after the client has connected again. Null: that never
   * happened.
   */
  readonly lastError: string | null;
  /** Number of calls without an answer. */
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
