import type { Runtime } from '../calls/runtime.js';
import type { Cluster } from '../cluster/membership.js';

/** What `client.health()` gives: for readiness probes, and for who wants to know why calls wait. */
export interface ClientHealth {
  /** Whether there is a connection to the cluster: what a readiness probe is to answer. */
  readonly connected: boolean;
  /** Since when that is so, or is not; not connected yet: since the client was made. */
  readonly since: Date;
  /** Members of the cluster, by its last list: 0 before the first connection; in an outage, how many there were. */
  readonly members: number;
  /** Why a connection was lost, or could not be made, the latest; null where that never was. It stays when there is one again. */
  readonly lastError: string | null;
  /** Calls without an answer. */
  readonly inFlight: number;
}

export function healthOf({ connection, inFlight }: Runtime, cluster: Cluster): ClientHealth {
  return {
    connected: connection.isConnected,
    since: new Date(connection.since),
    members: cluster.getMembers().length,
    lastError: connection.lastError ?? null,
    inFlight,
  };
}
