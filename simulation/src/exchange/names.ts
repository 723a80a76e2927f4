/** Name of a cluster, by its number in a life. */
export function clusterName(cluster: number): string {
  return `cluster-${cluster}`;
}

export function hostOf(cluster: number, member: number): string {
  return `10.0.${cluster}.${member + 1}`;
}

/** Which cluster it is, also when all its members were started anew: that changes the other half. */
export function clusterOf(id: string): number {
  return Number.parseInt(id.slice(0, 18).replaceAll('-', ''), 16);
}

/** The name of the map that has a near cache. */
export const NEAR_MAP = 'near';

/** The names of the map and the queue that transactions change. */
export const ACCOUNTS = 'accounts';
export const LOG = 'log';

const LISTENER_PREFIX = 'listener-';

/** The name of the map that a listener is of: it says which listener it is. */
export function listenerName(listener: number): string {
  return `${LISTENER_PREFIX}${listener}`;
}

export function listenerOf(name: string): number {
  return Number(name.slice(LISTENER_PREFIX.length));
}

/** The client's UUID at members, of each shard another. */
export function clientUuid(shard: number): string {
  return `00000000-0000-0001-0000-00000000000${shard + 1}`;
}

/** The shard of a client's UUID, by its lower half. */
export function shardOfClient(lsb: bigint): number {
  return Number(lsb) - 1;
}
