import { SILENT_LOGGER } from '@offloop/tools';
import { Client as OfficialClient, type Member } from 'hazelcast-client';
import { Client } from 'offloop';
import type { BenchClient, BenchCounters } from './client.js';

/** A client, with the methods that every client of the bench has. */
export interface Opened<C> extends Pick<BenchClient, 'counters' | 'shutdown'> {
  readonly client: C;
}

/** Returns the configuration that both clients get, beside that of an experiment. */
const basicConfig = (cluster: string) => ({
  network: { clusterMembers: [cluster] },
  customLogger: SILENT_LOGGER,
});

/** Opens the official client with its defaults, except for `config`. It counts nothing. */
export async function connectOfficial(cluster: string, config: object = {}): Promise<Opened<OfficialClient>> {
  const client = await OfficialClient.newHazelcastClient({ ...basicConfig(cluster), ...config });
  return { client, counters: () => null, shutdown: () => client.shutdown() };
}

/** Opens the official client as if it was offloop, for what has the same names and signatures in both. */
export function connectOfficialAlike(cluster: string): Promise<Opened<Client>> {
  return connectOfficial(cluster) as unknown as Promise<Opened<Client>>;
}

/**
 * Opens offloop with its defaults, except for `config`.
 *
 * @param ca certificate of the authority of a member that speaks TLS; null for one that does not
 */
export async function connectOffloop(
  cluster: string,
  config: object = {},
  ca: string | null = null,
): Promise<Opened<Client>> {
  const { network, ...basic } = basicConfig(cluster);
  const ssl = ca === null ? {} : { ssl: { enabled: true, sslOptions: { ca } } };
  const client = await Client.newHazelcastClient({ ...basic, network: { ...network, ...ssl }, ...config });
  return { client, counters: () => countersOf(client), shutdown: () => client.shutdown() };
}

export async function openOfficial(cluster: string): Promise<BenchClient> {
  const { client, ...rest } = await connectOfficial(cluster);
  return { getMap: (name) => client.getMap<string, string>(name), ...rest };
}

/** Opens offloop as {@link connectOffloop} does. */
export async function openOffloop(...args: Parameters<typeof connectOffloop>): Promise<BenchClient> {
  const { client, ...rest } = await connectOffloop(...args);
  return { getMap: (name) => client.getMap<string, string>(name), ...rest };
}

/** Returns a function that opens offloop with a section `runtime`, such as `{ workers: 0 }`. */
export function withRuntime(runtime: object): (cluster: string) => Promise<BenchClient> {
  return (cluster) => openOffloop(cluster, { runtime });
}

/**
 * Returns the counters of a client, over all its shards. Throws if one is missing: a figure that reads NaN, or a check that never fails,
 * would go unnoticed.
 */
function countersOf(client: Client): BenchCounters {
  const { shards } = client.stats();
  const total = (counter: (shard: (typeof shards)[number]) => number): number => {
    const sum = shards.reduce((before, shard) => before + counter(shard), 0);
    if (!Number.isFinite(sum)) throw new Error('stats() of offloop lacks a counter that the bench reads');
    return sum;
  };
  return {
    wakeups: total(({ wakeupsSent, callerWakeups }) => wakeupsSent + callerWakeups),
    rescues: total(({ rescues }) => rescues),
    restarts: total(({ epoch }) => epoch),
    reads: total(({ reads }) => reads),
    writes: total(({ writes }) => writes),
  };
}

/** A member with its version, which the published types leave out. */
interface VersionedMember {
  readonly version?: { readonly major: number; readonly minor: number; readonly patch: number };
}

/** Resolves to the versions of the members of a cluster, as they announce themselves, e.g. `5.6.0`: one entry for each distinct version. */
export async function memberVersions(cluster: string): Promise<string[]> {
  const { client, shutdown } = await connectOfficial(cluster);
  try {
    const versions = client
      .getCluster()
      .getMembers()
      .map(({ version }: Member & VersionedMember) =>
        version === undefined ? 'of unknown version' : `${version.major}.${version.minor}.${version.patch}`,
      );
    return [...new Set(versions)];
  } finally {
    await shutdown();
  }
}
